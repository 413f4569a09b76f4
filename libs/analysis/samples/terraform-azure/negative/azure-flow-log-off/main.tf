resource "azurerm_network_watcher_flow_log" "example" {
  name    = "l"
  enabled = true
  retention_policy {
    enabled = true
    days    = 90
  }
}

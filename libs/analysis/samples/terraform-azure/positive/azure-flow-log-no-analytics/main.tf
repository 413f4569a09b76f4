resource "azurerm_network_watcher_flow_log" "example" {
  name    = "l"
  enabled = true
}

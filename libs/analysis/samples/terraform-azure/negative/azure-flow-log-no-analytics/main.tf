resource "azurerm_network_watcher_flow_log" "example" {
  name    = "l"
  enabled = true
  traffic_analytics {
    enabled      = true
    workspace_id = "w"
  }
}

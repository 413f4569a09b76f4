resource "azurerm_log_analytics_workspace" "example" {
  name              = "w"
  retention_in_days = 30
}

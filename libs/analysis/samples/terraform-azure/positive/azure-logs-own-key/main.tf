resource "azurerm_log_analytics_cluster" "example" {
  name = "c"
}

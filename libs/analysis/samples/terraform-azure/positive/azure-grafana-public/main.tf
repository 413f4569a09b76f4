resource "azurerm_dashboard_grafana" "example" {
  name = "g"
}

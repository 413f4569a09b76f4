resource "azurerm_dashboard_grafana" "example" {
  name = "g"
  public_network_access_enabled = false
}

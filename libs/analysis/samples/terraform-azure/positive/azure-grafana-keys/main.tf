resource "azurerm_dashboard_grafana" "example" {
  name            = "g"
  api_key_enabled = true
}

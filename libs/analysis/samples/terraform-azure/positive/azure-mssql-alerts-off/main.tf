resource "azurerm_mssql_server_security_alert_policy" "example" {
  resource_group_name = "g"
  server_name         = "s"
  state               = "Disabled"
}

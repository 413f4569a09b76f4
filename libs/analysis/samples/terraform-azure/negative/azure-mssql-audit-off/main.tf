resource "azurerm_mssql_server_extended_auditing_policy" "example" {
  server_id = "s"
  enabled   = true
}

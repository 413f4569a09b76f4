resource "azurerm_mssql_server" "example" {
  name    = "s"
  version = "12.0"
}

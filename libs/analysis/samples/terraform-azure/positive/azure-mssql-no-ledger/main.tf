resource "azurerm_mssql_database" "example" {
  name      = "d"
  server_id = "s"
}

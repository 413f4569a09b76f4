resource "azurerm_mssql_database" "example" {
  name                                = "d"
  server_id                           = "s"
  transparent_data_encryption_enabled = false
}

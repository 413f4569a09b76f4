resource "azurerm_mssql_server" "example" {
  name                = "s"
  version             = "12.0"
  minimum_tls_version = "1.0"
}

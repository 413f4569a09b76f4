resource "azurerm_mssql_server" "example" {
  name    = "s"
  version = "12.0"
  public_network_access_enabled = false
}

resource "azurerm_mssql_server" "example" {
  name    = "s"
  version = "12.0"
  azuread_administrator {
    login_username = "admins"
    object_id      = "o"
  }
}

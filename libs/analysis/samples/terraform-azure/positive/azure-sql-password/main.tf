resource "azurerm_sql_server" "example" {
  name    = "s"
  version = "12.0"
  administrator_login_password = "q9Zt4LrVb1XeYw0H"
}

resource "azurerm_postgresql_server" "example" {
  name                         = "p"
  ssl_enforcement_enabled      = true
  administrator_login_password = "q9Zt4LrVb1XeYw0H"
}

resource "azurerm_postgresql_flexible_server" "example" {
  name = "p"
  administrator_password = "q9Zt4LrVb1XeYw0H"
}

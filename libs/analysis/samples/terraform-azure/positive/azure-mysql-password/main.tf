resource "azurerm_mysql_flexible_server" "example" {
  name = "m"
  administrator_password = "q9Zt4LrVb1XeYw0H"
}

resource "azurerm_mysql_flexible_server" "example" {
  name = "m"
}

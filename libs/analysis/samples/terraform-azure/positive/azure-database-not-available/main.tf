resource "azurerm_postgresql_flexible_server" "example" {
  name = "p"
}

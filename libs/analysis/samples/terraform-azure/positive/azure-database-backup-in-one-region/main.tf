resource "azurerm_postgresql_server" "example" {
  name = "p"
}

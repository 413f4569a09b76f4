resource "azurerm_postgresql_server" "example" {
  name                    = "p"
  ssl_enforcement_enabled = true
}

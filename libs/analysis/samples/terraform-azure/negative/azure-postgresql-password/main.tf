variable "password" {
  sensitive = true
}

resource "azurerm_postgresql_flexible_server" "example" {
  name = "p"
  administrator_password = var.password
}

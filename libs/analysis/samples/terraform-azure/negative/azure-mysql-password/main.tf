variable "password" {
  sensitive = true
}

resource "azurerm_mysql_flexible_server" "example" {
  name = "m"
  administrator_password = var.password
}

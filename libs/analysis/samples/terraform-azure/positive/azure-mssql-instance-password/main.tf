resource "azurerm_mssql_managed_instance" "example" {
  name = "i"
  administrator_login_password = "q9Zt4LrVb1XeYw0H"
}

resource "azurerm_cosmosdb_postgresql_cluster" "example" {
  name = "p"
  administrator_login_password = "q9Zt4LrVb1XeYw0H"
}

resource "azurerm_mongo_cluster" "example" {
  name = "m"
  administrator_password = "q9Zt4LrVb1XeYw0H"
}

resource "azurerm_cosmosdb_postgresql_cluster" "example" {
  name = "p"
}

resource "azurerm_cosmosdb_postgresql_cluster" "example" {
  name = "p"
  coordinator_public_ip_access_enabled = false
}

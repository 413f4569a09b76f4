resource "azurerm_cosmosdb_account" "example" {
  name       = "c"
  offer_type = "Standard"
}

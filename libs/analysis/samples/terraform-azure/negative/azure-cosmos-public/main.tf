resource "azurerm_cosmosdb_account" "example" {
  name       = "c"
  offer_type = "Standard"
  public_network_access_enabled = false
}

resource "azurerm_cosmosdb_account" "example" {
  name                = "c"
  offer_type          = "Standard"
  minimal_tls_version = "Tls11"
}

resource "azurerm_cosmosdb_account" "example" {
  name            = "c"
  offer_type      = "Standard"
  ip_range_filter = ["0.0.0.0/0"]
}

resource "azurerm_data_lake_store" "example" {
  name             = "l"
  encryption_state = "Disabled"
}

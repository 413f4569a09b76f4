resource "azurerm_maps_account" "example" {
  name     = "m"
  sku_name = "G2"
}

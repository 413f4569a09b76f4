resource "azurerm_maps_account" "example" {
  name     = "m"
  sku_name = "G2"
  local_authentication_enabled = false
}

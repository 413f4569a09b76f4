resource "azurerm_cdn_frontdoor_profile" "example" {
  name     = "f"
  sku_name = "Premium_AzureFrontDoor"
}

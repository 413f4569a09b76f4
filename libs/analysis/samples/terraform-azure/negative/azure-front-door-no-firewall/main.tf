resource "azurerm_cdn_frontdoor_profile" "example" {
  name     = "f"
  sku_name = "Premium_AzureFrontDoor"
}

resource "azurerm_cdn_frontdoor_security_policy" "example" {
  name                     = "p"
  cdn_frontdoor_profile_id = azurerm_cdn_frontdoor_profile.example.id
}

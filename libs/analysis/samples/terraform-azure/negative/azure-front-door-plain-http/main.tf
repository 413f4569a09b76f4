resource "azurerm_cdn_frontdoor_route" "example" {
  name                   = "r"
  supported_protocols    = ["Http", "Https"]
  https_redirect_enabled = true
}

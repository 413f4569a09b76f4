resource "azurerm_cdn_frontdoor_route" "example" {
  name                = "r"
  supported_protocols = ["Http", "Https"]
  forwarding_protocol = "HttpOnly"
}

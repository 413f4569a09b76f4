resource "azurerm_cdn_endpoint" "example" {
  name            = "e"
  is_http_allowed = false
}

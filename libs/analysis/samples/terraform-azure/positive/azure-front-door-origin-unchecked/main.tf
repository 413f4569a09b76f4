resource "azurerm_cdn_frontdoor_origin" "example" {
  name                           = "o"
  host_name                      = "app.example.com"
  certificate_name_check_enabled = false
}

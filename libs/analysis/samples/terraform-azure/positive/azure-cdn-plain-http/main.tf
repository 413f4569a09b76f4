resource "azurerm_cdn_endpoint" "example" {
  name = "e"
}

resource "azurerm_application_gateway" "example" {
  name = "g"
  http_listener {
    name     = "l"
    protocol = "Http"
  }
}

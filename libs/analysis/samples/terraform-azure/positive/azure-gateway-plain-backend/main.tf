resource "azurerm_application_gateway" "example" {
  name = "g"
  backend_http_settings {
    name     = "b"
    protocol = "Http"
    port     = 80
  }
}

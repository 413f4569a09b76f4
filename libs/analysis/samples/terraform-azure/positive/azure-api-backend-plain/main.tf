resource "azurerm_api_management_backend" "example" {
  name     = "b"
  protocol = "http"
  url      = "http://backend.example.com"
}

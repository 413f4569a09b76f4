resource "azurerm_api_management_backend" "example" {
  name     = "b"
  protocol = "http"
  url      = "https://backend.example.com"
}

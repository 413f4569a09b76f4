resource "azurerm_api_management" "example" {
  name = "a"
  security {
    frontend_tls10_enabled = true
  }
}

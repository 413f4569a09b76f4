resource "azurerm_app_service" "example" {
  name       = "a"
  https_only = true
}

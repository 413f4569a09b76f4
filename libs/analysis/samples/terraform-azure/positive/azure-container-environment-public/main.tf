resource "azurerm_container_app_environment" "example" {
  name = "e"
}

resource "azurerm_app_configuration" "example" {
  name = "c"
}

resource "azurerm_application_gateway" "example" {
  name = "g"
}

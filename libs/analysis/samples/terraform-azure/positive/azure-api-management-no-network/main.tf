resource "azurerm_api_management" "example" {
  name     = "a"
  sku_name = "Standard_1"
}

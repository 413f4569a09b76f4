resource "azurerm_api_management" "example" {
  name     = "a"
  sku_name = "Developer_1"
}

resource "azurerm_api_management" "example" {
  name     = "a"
  sku_name = "Consumption_0"
}

resource "azurerm_ai_services" "example" {
  name     = "a"
  sku_name = "S0"
}

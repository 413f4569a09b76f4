resource "azurerm_service_plan" "example" {
  name     = "p"
  os_type  = "Linux"
  sku_name = "P1v3"
}

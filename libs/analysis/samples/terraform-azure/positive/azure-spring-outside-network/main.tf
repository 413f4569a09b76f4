resource "azurerm_spring_cloud_service" "example" {
  name     = "s"
  sku_name = "S0"
}

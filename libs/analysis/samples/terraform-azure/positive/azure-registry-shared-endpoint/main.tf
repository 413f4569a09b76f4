resource "azurerm_container_registry" "example" {
  name = "r"
  sku  = "Premium"
}

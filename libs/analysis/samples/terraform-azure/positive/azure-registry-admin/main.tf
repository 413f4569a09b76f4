resource "azurerm_container_registry" "example" {
  name          = "r"
  sku           = "Premium"
  admin_enabled = true
}

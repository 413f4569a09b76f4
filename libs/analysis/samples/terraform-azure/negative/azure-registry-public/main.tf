resource "azurerm_container_registry" "example" {
  name = "r"
  sku  = "Premium"
  public_network_access_enabled = false
}

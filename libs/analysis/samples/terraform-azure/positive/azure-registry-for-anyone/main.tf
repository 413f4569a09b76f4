resource "azurerm_container_registry" "example" {
  name                   = "r"
  sku                    = "Premium"
  anonymous_pull_enabled = true
}

resource "azurerm_key_vault_managed_hardware_security_module" "example" {
  name     = "h"
  sku_name = "Standard_B1"
}

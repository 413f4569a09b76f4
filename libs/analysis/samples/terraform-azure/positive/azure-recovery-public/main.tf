resource "azurerm_recovery_services_vault" "example" {
  name = "r"
  sku  = "Standard"
}

resource "azurerm_automation_account" "example" {
  name     = "a"
  sku_name = "Basic"
}

resource "azurerm_key_vault" "example" {
  name                     = "k"
  sku_name                 = "standard"
  purge_protection_enabled = true
}

resource "azurerm_key_vault" "example" {
  name     = "k"
  sku_name = "standard"
}

resource "azurerm_key_vault_key" "example" {
  name         = "k"
  key_vault_id = "v"
  key_type     = "RSA"
}

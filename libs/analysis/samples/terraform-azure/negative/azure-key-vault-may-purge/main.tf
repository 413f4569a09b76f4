resource "azurerm_key_vault_access_policy" "example" {
  key_vault_id       = "v"
  object_id          = "o"
  secret_permissions = ["Get"]
}

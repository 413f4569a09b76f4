resource "azurerm_disk_encryption_set" "example" {
  name                      = "d"
  key_vault_key_id          = "k"
  auto_key_rotation_enabled = true
}

resource "azurerm_key_vault_key" "example" {
  name            = "k"
  key_vault_id    = "v"
  key_type        = "RSA"
  expiration_date = "2027-01-01T00:00:00Z"
}

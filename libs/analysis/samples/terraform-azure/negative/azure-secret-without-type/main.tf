resource "azurerm_key_vault_secret" "example" {
  name            = "db"
  key_vault_id    = "k"
  expiration_date = "2027-01-01T00:00:00Z"
  content_type    = "password"
}

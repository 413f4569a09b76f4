resource "azurerm_api_management_named_value" "example" {
  name         = "key"
  display_name = "key"
  secret       = true
  value_from_key_vault {
    secret_id = "s"
  }
}

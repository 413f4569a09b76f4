resource "azurerm_api_management_named_value" "example" {
  name         = "key"
  display_name = "key"
  value        = "v"
}

resource "azurerm_api_management_named_value" "example" {
  name         = "key"
  display_name = "key"
  secret       = true
  value        = "q9Zt4LrVb1XeYw0H"
}

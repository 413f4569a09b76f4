resource "azurerm_servicebus_namespace" "example" {
  name = "b"
  sku  = "Premium"
  customer_managed_key {
    key_vault_key_id = "k"
    identity_id      = "i"
  }
}

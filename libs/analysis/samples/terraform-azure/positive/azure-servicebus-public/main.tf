resource "azurerm_servicebus_namespace" "example" {
  name = "b"
  sku  = "Premium"
}

resource "azurerm_servicebus_namespace" "example" {
  name                = "b"
  sku                 = "Standard"
  minimum_tls_version = "1.0"
}

resource "azurerm_servicebus_namespace_authorization_rule" "example" {
  name   = "k"
  listen = false
  send   = true
  manage = false
}

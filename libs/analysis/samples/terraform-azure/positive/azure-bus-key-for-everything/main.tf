resource "azurerm_servicebus_namespace_authorization_rule" "example" {
  name   = "k"
  listen = true
  send   = true
  manage = true
}

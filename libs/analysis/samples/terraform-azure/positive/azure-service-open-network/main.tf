resource "azurerm_servicebus_namespace" "example" {
  name = "b"
  sku  = "Premium"
  network_rule_set {
    default_action = "Allow"
  }
}

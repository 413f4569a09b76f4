resource "azurerm_subscription_policy_assignment" "example" {
  name                 = "p"
  policy_definition_id = "d"
}

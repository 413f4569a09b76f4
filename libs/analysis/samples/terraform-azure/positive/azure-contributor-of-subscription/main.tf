resource "azurerm_role_assignment" "example" {
  scope                = "/subscriptions/00000000-0000-4000-8000-000000000000"
  role_definition_name = "Contributor"
  principal_id         = "p"
}

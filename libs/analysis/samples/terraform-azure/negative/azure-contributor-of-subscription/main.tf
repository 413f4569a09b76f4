resource "azurerm_role_assignment" "example" {
  scope                = "/subscriptions/00000000-0000-4000-8000-000000000000/resourceGroups/app"
  role_definition_name = "Reader"
  principal_id         = "p"
}

resource "azurerm_role_definition" "example" {
  name  = "r"
  scope = "s"
  permissions {
    actions = ["Microsoft.Authorization/*"]
  }
}

resource "azurerm_logic_app_workflow" "example" {
  name = "w"
}

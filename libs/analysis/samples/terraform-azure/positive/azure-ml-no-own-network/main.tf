resource "azurerm_machine_learning_workspace" "example" {
  name = "w"
}

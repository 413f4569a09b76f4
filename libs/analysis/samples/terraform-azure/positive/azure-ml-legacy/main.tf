resource "azurerm_machine_learning_workspace" "example" {
  name                   = "w"
  v1_legacy_mode_enabled = true
}

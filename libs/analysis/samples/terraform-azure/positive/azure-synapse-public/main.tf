resource "azurerm_synapse_workspace" "example" {
  name = "w"
}

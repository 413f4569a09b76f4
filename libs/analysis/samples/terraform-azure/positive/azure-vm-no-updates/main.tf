resource "azurerm_windows_virtual_machine" "example" {
  name                      = "vm"
  automatic_updates_enabled = false
}

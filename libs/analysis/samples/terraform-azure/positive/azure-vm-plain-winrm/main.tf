resource "azurerm_windows_virtual_machine" "example" {
  name = "vm"
  winrm_listener {
    protocol = "Http"
  }
}

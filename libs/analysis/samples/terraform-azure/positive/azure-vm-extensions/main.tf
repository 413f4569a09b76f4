resource "azurerm_linux_virtual_machine" "example" {
  name = "vm"
}

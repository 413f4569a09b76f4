resource "azurerm_linux_virtual_machine" "example" {
  name                            = "vm"
  admin_username                  = "ada"
  disable_password_authentication = false
}

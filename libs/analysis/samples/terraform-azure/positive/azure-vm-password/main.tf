resource "azurerm_linux_virtual_machine" "example" {
  name           = "vm"
  admin_username = "ada"
  admin_password = "q9Zt4LrVb1XeYw0H"
}

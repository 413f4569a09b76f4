resource "azurerm_linux_virtual_machine" "example" {
  name        = "vm"
  custom_data = "-----BEGIN RSA PRIVATE KEY-----"
}

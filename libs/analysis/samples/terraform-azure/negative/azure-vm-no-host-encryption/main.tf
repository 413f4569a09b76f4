resource "azurerm_linux_virtual_machine" "example" {
  name                       = "vm"
  encryption_at_host_enabled = true
}

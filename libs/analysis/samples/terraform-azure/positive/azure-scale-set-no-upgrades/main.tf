resource "azurerm_linux_virtual_machine_scale_set" "example" {
  name = "s"
}

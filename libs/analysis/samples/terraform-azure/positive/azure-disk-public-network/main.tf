resource "azurerm_managed_disk" "example" {
  name = "d"
}

resource "azurerm_managed_disk" "example" {
  name                  = "d"
  network_access_policy = "DenyAll"
}

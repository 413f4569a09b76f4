resource "azurerm_managed_disk" "example" {
  name = "d"
  encryption_settings {
    enabled = false
  }
}

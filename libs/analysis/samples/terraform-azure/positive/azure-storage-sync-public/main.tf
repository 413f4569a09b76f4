resource "azurerm_storage_sync" "example" {
  name = "s"
}

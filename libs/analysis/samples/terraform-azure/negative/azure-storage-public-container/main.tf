resource "azurerm_storage_container" "example" {
  name                  = "c"
  storage_account_id    = "s"
  container_access_type = "private"
}

resource "azurerm_storage_account" "example" {
  name                     = "data"
  account_tier             = "Standard"
  account_replication_type = "LRS"
}

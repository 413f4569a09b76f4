data "azurerm_storage_account_sas" "example" {
  connection_string = "c"
  https_only        = false
}

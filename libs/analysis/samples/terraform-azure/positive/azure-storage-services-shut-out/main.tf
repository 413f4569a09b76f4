resource "azurerm_storage_account_network_rules" "example" {
  storage_account_id = "s"
  default_action     = "Deny"
  bypass             = ["None"]
}

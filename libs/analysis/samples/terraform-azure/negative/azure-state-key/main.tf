terraform {
  backend "azurerm" {
    storage_account_name = "state"
    container_name       = "state"
    key                  = "a"
    use_azuread_auth     = true
  }
}

terraform {
  backend "azurerm" {
    storage_account_name = "state"
    container_name       = "state"
    key                  = "a"
    access_key           = "q9Zt4LrVb1XeYw0HsKd7"
  }
}

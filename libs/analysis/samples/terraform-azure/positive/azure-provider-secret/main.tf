provider "azurerm" {
  features {}
  client_id     = "00000000-0000-4000-8000-000000000000"
  client_secret = "q9Zt4LrVb1XeYw0HsKd7"
}

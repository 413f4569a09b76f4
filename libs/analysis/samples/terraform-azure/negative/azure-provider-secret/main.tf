provider "azurerm" {
  features {}
  use_oidc = true
}

resource "azurerm_purview_account" "example" {
  name = "p"
}

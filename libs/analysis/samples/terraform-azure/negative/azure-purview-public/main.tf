resource "azurerm_purview_account" "example" {
  name                   = "p"
  public_network_enabled = false
}

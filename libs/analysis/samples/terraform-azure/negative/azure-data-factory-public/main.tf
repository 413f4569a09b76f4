resource "azurerm_data_factory" "example" {
  name = "d"
  public_network_access_enabled = false
}

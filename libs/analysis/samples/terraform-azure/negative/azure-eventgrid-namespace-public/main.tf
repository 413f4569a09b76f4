resource "azurerm_eventgrid_namespace" "example" {
  name = "g"
  public_network_access = "Disabled"
}

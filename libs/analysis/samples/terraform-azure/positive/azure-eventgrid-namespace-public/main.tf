resource "azurerm_eventgrid_namespace" "example" {
  name = "g"
}

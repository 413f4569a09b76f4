resource "azurerm_eventgrid_topic" "example" {
  name = "g"
}

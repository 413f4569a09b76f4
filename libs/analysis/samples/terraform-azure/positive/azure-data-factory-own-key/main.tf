resource "azurerm_data_factory" "example" {
  name = "d"
}

resource "azurerm_iothub" "example" {
  name = "i"
}

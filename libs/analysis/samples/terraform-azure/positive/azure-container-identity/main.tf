resource "azurerm_container_group" "example" {
  name = "g"
}

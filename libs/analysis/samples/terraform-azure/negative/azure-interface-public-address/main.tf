resource "azurerm_network_interface" "example" {
  name = "i"
  ip_configuration {
    name      = "a"
    subnet_id = "s"
  }
}

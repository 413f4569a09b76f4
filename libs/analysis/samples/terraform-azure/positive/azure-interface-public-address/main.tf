resource "azurerm_network_interface" "example" {
  name = "i"
  ip_configuration {
    name                 = "a"
    public_ip_address_id = "p"
  }
}

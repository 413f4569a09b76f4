resource "azurerm_subnet" "example" {
  name                 = "apps"
  virtual_network_name = "n"
  address_prefixes     = ["10.0.1.0/24"]
}

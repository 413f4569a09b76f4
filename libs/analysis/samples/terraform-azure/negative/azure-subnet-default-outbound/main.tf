resource "azurerm_subnet" "example" {
  name                            = "GatewaySubnet"
  virtual_network_name            = "n"
  address_prefixes                = ["10.0.1.0/24"]
  default_outbound_access_enabled = false
}

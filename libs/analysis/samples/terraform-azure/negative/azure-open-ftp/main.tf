resource "azurerm_network_security_rule" "example" {
  name                   = "r"
  priority               = 100
  direction              = "Inbound"
  access                 = "Allow"
  protocol               = "Tcp"
  destination_port_range = "20"
  source_address_prefix  = "10.0.0.0/8"
}

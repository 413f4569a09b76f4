resource "azurerm_network_security_rule" "example" {
  name                   = "r"
  priority               = 100
  direction              = "Inbound"
  access                 = "Allow"
  protocol               = "*"
  destination_port_range = "*"
  source_address_prefix  = "*"
}

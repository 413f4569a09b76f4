resource "azurerm_synapse_firewall_rule" "example" {
  name             = "all"
  start_ip_address = "0.0.0.0"
  end_ip_address   = "255.255.255.255"
}

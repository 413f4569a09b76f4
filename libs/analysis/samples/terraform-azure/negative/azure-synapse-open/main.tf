resource "azurerm_synapse_firewall_rule" "example" {
  name             = "office"
  start_ip_address = "203.0.113.7"
  end_ip_address   = "203.0.113.7"
}

resource "azurerm_firewall_network_rule_collection" "example" {
  name     = "c"
  priority = 100
  action   = "Allow"
  rule {
    name                  = "r"
    source_addresses      = ["*"]
    destination_addresses = ["*"]
    destination_ports     = ["*"]
    protocols             = ["Any"]
  }
}

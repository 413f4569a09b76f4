resource "azurerm_firewall_network_rule_collection" "example" {
  name     = "c"
  priority = 100
  action   = "Allow"
  rule {
    name                  = "r"
    source_addresses      = ["10.0.0.0/8"]
    destination_addresses = ["*"]
    destination_ports     = ["443"]
    protocols             = ["TCP"]
  }
}

resource "azurerm_firewall_policy" "example" {
  name                     = "p"
  threat_intelligence_mode = "Deny"
  intrusion_detection {
    mode = "Deny"
  }
}

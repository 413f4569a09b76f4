resource "azurerm_firewall_policy" "example" {
  name = "p"
  intrusion_detection {
    mode = "Deny"
  }
}

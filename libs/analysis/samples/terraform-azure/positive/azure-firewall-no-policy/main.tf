resource "azurerm_firewall" "example" {
  name              = "f"
  sku_tier          = "Premium"
  threat_intel_mode = "Deny"
}

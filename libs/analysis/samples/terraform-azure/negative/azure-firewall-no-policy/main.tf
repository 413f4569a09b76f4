resource "azurerm_firewall" "example" {
  name               = "f"
  sku_tier           = "Premium"
  firewall_policy_id = "p"
}

resource "azurerm_web_application_firewall_policy" "example" {
  name = "w"
  policy_settings {
    mode = "Prevention"
  }
  managed_rules {
    managed_rule_set {
      version = "3.2"
    }
  }
}

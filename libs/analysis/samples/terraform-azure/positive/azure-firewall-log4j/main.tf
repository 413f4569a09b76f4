resource "azurerm_web_application_firewall_policy" "example" {
  name = "w"
  policy_settings {
    mode = "Prevention"
  }
  managed_rules {
    managed_rule_set {
      version = "3.2"
      rule_group_override {
        rule_group_name = "REQUEST-944-APPLICATION-ATTACK-JAVA"
        rule {
          id      = "944240"
          enabled = false
        }
      }
    }
  }
}

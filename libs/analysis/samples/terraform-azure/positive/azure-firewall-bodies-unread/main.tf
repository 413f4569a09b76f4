resource "azurerm_web_application_firewall_policy" "example" {
  name = "w"
  policy_settings {
    mode               = "Prevention"
    request_body_check = false
  }
}

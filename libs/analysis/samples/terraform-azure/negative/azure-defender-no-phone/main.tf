resource "azurerm_security_center_contact" "example" {
  email               = "security@example.com"
  phone               = "+49-30-1234567"
  alert_notifications = true
  alerts_to_admins    = true
}

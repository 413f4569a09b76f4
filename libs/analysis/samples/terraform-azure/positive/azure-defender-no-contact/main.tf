resource "azurerm_security_center_contact" "example" {
  email               = "security@example.com"
  phone               = "+49-30-1234567"
  alert_notifications = false
  alerts_to_admins    = true
}

resource "azurerm_security_center_contact" "example" {
  email               = "security@example.com"
  alert_notifications = true
  alerts_to_admins    = true
}

resource "azurerm_monitor_activity_log_alert" "example" {
  name    = "a"
  enabled = false
}

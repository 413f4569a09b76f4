resource "azurerm_monitor_activity_log_alert" "example" {
  name   = "a"
  scopes = ["s"]
  action {
    action_group_id = "g"
  }
}

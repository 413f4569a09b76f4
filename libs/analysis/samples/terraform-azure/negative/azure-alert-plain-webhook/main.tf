resource "azurerm_monitor_action_group" "example" {
  name       = "g"
  short_name = "g"
  webhook_receiver {
    name        = "w"
    service_uri = "https://hooks.example.com/alert"
  }
}

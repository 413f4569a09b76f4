resource "azurerm_monitor_log_profile" "example" {
  name       = "l"
  categories = ["Action", "Delete", "Write"]
  locations  = ["global"]
  retention_policy {
    enabled = true
    days    = 365
  }
}

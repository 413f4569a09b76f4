resource "azurerm_monitor_log_profile" "example" {
  name       = "l"
  categories = ["Write"]
  locations  = ["global"]
  retention_policy {
    enabled = true
    days    = 365
  }
}

resource "azurerm_mysql_flexible_server_configuration" "example" {
  name        = "audit_log_enabled"
  server_name = "m"
  value       = "OFF"
}

resource "azurerm_postgresql_configuration" "example" {
  name        = "log_retention_days"
  server_name = "p"
  value       = "7"
}

resource "azurerm_postgresql_flexible_server_configuration" "example" {
  name      = "log_connections"
  server_id = "s"
  value     = "on"
}

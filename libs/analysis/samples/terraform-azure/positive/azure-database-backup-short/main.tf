resource "azurerm_postgresql_server" "example" {
  name                  = "m"
  backup_retention_days = 1
}

resource "azurerm_mssql_firewall_rule" "example" {
  name             = "azure"
  server_id        = "s"
  start_ip_address = "0.0.0.0"
  end_ip_address   = "0.0.0.0"
}

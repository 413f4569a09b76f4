resource "azurerm_mssql_firewall_rule" "example" {
  name             = "office"
  server_id        = "s"
  start_ip_address = "203.0.113.7"
  end_ip_address   = "203.0.113.7"
}

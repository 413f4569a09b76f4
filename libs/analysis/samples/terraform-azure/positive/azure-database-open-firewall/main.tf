resource "azurerm_mssql_firewall_rule" "example" {
  name             = "all"
  server_id        = "s"
  start_ip_address = "0.0.0.0"
  end_ip_address   = "255.255.255.255"
}

resource "azurerm_mssql_server_vulnerability_assessment" "example" {
  server_security_alert_policy_id = "p"
  storage_container_path          = "c"
}

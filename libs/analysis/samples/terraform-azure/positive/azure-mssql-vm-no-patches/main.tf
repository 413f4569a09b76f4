resource "azurerm_mssql_virtual_machine" "example" {
  virtual_machine_id = "v"
  sql_license_type   = "PAYG"
}

resource "azurerm_mssql_virtual_machine" "example" {
  virtual_machine_id = "v"
  sql_license_type   = "PAYG"
  auto_patching {
    day_of_week                            = "Sunday"
    maintenance_window_duration_in_minutes = 60
    maintenance_window_starting_hour       = 2
  }
}

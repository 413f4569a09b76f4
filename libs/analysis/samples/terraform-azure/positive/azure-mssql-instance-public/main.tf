resource "azurerm_mssql_managed_instance" "example" {
  name                         = "i"
  public_data_endpoint_enabled = true
}

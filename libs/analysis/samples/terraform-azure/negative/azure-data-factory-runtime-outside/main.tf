resource "azurerm_data_factory_integration_runtime_azure" "example" {
  name = "r"
  virtual_network_enabled = true
}

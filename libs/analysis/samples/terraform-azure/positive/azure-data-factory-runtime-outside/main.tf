resource "azurerm_data_factory_integration_runtime_azure" "example" {
  name = "r"
}

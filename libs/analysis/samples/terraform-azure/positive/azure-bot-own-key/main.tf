resource "azurerm_bot_service_azure_bot" "example" {
  name = "b"
  sku  = "S1"
}

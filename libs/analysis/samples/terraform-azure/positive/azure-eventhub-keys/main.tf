resource "azurerm_eventhub_namespace" "example" {
  name = "e"
  sku  = "Standard"
}

resource "azurerm_eventhub_namespace" "example" {
  name = "e"
  sku  = "Standard"
  public_network_access_enabled = false
}

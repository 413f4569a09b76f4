resource "azurerm_search_service" "example" {
  name = "s"
  sku  = "standard"
  public_network_access_enabled = false
}

resource "azurerm_search_service" "example" {
  name = "s"
  sku  = "standard"
}

resource "azurerm_api_management_api" "example" {
  name      = "a"
  revision  = "1"
  protocols = ["http", "https"]
}

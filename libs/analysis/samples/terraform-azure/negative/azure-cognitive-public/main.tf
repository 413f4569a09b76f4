resource "azurerm_cognitive_account" "example" {
  name     = "a"
  kind     = "OpenAI"
  sku_name = "S0"
  public_network_access_enabled = false
}

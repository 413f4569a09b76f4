resource "azurerm_cognitive_account" "example" {
  name     = "a"
  kind     = "OpenAI"
  sku_name = "S0"
}

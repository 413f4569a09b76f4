resource "azurerm_redis_cache" "example" {
  name                = "r"
  minimum_tls_version = "1.2"
  sku_name            = "Basic"
}

resource "azurerm_redis_cache" "example" {
  name     = "r"
  capacity = 1
}

resource "azurerm_redis_cache" "example" {
  name     = "r"
  capacity = 1
  public_network_access_enabled = false
}

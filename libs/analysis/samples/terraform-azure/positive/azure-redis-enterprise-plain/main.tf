resource "azurerm_redis_enterprise_database" "example" {
  cluster_id      = "c"
  client_protocol = "Plaintext"
}

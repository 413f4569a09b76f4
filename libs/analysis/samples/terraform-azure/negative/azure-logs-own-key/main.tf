resource "azurerm_log_analytics_cluster" "example" {
  name = "c"
}

resource "azurerm_log_analytics_cluster_customer_managed_key" "example" {
  log_analytics_cluster_id = azurerm_log_analytics_cluster.example.id
  key_vault_key_id         = "k"
}

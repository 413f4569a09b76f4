resource "azurerm_kubernetes_cluster" "example" {
  name       = "k"
  dns_prefix = "k"
  key_vault_secrets_provider {
    secret_rotation_enabled = false
  }
}

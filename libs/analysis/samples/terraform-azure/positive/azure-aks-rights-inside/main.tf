resource "azurerm_kubernetes_cluster" "example" {
  name       = "k"
  dns_prefix = "k"
  azure_active_directory_role_based_access_control {
    tenant_id = "t"
  }
}

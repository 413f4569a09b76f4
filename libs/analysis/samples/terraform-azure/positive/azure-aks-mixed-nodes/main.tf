resource "azurerm_kubernetes_cluster" "example" {
  name       = "k"
  dns_prefix = "k"
  default_node_pool {
    name = "system"
  }
}

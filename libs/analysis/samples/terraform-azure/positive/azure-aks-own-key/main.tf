resource "azurerm_kubernetes_cluster" "example" {
  name       = "k"
  dns_prefix = "k"
}

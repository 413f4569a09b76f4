resource "azurerm_kubernetes_cluster" "example" {
  name       = "k"
  dns_prefix = "k"
  addon_profile {
    kube_dashboard {
      enabled = true
    }
  }
}

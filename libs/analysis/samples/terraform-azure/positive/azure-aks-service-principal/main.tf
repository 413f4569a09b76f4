resource "azurerm_kubernetes_cluster" "example" {
  name       = "k"
  dns_prefix = "k"
  service_principal {
    client_id     = "i"
    client_secret = "s"
  }
}

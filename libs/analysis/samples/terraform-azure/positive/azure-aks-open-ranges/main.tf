resource "azurerm_kubernetes_cluster" "example" {
  name       = "k"
  dns_prefix = "k"
  api_server_access_profile {
    authorized_ip_ranges = ["0.0.0.0/0"]
  }
}

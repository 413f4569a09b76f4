resource "azurerm_kubernetes_cluster" "example" {
  name       = "k"
  dns_prefix = "k"
  http_application_routing_enabled = true
}

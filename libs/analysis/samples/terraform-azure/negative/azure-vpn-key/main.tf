variable "key" {
  sensitive = true
}

resource "azurerm_virtual_network_gateway_connection" "example" {
  name       = "v"
  type       = "IPsec"
  shared_key = var.key
}

resource "azurerm_virtual_network_gateway_connection" "example" {
  name       = "v"
  type       = "IPsec"
  shared_key = "q9Zt4LrVb1XeYw0H"
}

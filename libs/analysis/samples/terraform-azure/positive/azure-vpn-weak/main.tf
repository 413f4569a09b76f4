resource "azurerm_virtual_network_gateway_connection" "example" {
  name = "v"
  type = "IPsec"
  ipsec_policy {
    dh_group       = "DHGroup2"
    ike_encryption = "DES3"
  }
}

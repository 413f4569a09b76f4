resource "azurerm_network_interface" "example" {
  name                  = "i"
  ip_forwarding_enabled = false
}

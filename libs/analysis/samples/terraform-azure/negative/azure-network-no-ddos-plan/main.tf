resource "azurerm_virtual_network" "example" {
  name          = "n"
  address_space = ["10.0.0.0/16"]
  ddos_protection_plan {
    id     = "p"
    enable = true
  }
}

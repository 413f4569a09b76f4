resource "azurerm_public_ip" "example" {
  name              = "p"
  allocation_method = "Static"
  sku               = "Basic"
}

resource "azurerm_batch_pool" "example" {
  name    = "p"
  vm_size = "STANDARD_A1"
}

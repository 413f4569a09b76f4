resource "azurerm_batch_pool" "example" {
  name    = "p"
  vm_size = "STANDARD_A1"
  network_configuration {
    subnet_id                        = "s"
    public_address_provisioning_type = "NoPublicIPAddresses"
  }
}

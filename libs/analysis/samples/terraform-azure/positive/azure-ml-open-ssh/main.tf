resource "azurerm_machine_learning_compute_cluster" "example" {
  name                      = "c"
  vm_size                   = "Standard_DS2_v2"
  vm_priority               = "Dedicated"
  ssh_public_access_enabled = true
}

resource "azurerm_virtual_machine" "example" {
  name = "vm"
  storage_os_disk {
    name    = "d"
    vhd_uri = "https://a.blob.core.windows.net/vhds/d.vhd"
  }
}

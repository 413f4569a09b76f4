resource "azurerm_netapp_volume" "example" {
  name                             = "v"
  protocols                        = ["CIFS"]
  smb3_protocol_encryption_enabled = true
}

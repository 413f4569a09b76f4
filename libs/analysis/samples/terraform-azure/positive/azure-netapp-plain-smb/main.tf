resource "azurerm_netapp_volume" "example" {
  name      = "v"
  protocols = ["CIFS"]
}

resource "azurerm_storage_sync" "example" {
  name                    = "s"
  incoming_traffic_policy = "AllowVirtualNetworksOnly"
}

resource "azurerm_service_fabric_cluster" "example" {
  name = "f"
  fabric_settings {
    name = "Security"
    parameters = {
      ClusterProtectionLevel = "EncryptAndSign"
    }
  }
}

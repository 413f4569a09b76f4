resource "azurerm_service_fabric_cluster" "example" {
  name = "f"
  fabric_settings {
    name = "Security"
    parameters = {
      ClusterProtectionLevel = "EncryptAndSign"
    }
  }
  azure_active_directory {
    tenant_id              = "t"
    client_application_id  = "c"
    cluster_application_id = "a"
  }
}

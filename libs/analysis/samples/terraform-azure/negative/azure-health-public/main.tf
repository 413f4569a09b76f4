resource "azurerm_healthcare_service" "example" {
  name = "h"
  public_network_access_enabled = false
}

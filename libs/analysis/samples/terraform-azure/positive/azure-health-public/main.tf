resource "azurerm_healthcare_service" "example" {
  name = "h"
}

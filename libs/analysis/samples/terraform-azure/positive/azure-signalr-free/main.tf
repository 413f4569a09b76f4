resource "azurerm_signalr_service" "example" {
  name = "s"
  sku {
    name     = "Free_F1"
    capacity = 1
  }
}

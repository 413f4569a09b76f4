resource "azurerm_signalr_service" "example" {
  name = "s"
  cors {
    allowed_origins = ["*"]
  }
}

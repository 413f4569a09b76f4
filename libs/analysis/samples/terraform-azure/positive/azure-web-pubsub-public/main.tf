resource "azurerm_web_pubsub" "example" {
  name = "s"
}

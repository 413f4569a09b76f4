resource "azurerm_spring_cloud_app" "example" {
  name = "s"
}

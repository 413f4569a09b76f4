resource "azurerm_container_app" "example" {
  name = "a"
  ingress {
    target_port                = 8080
    external_enabled           = true
    allow_insecure_connections = true
  }
}

resource "azurerm_container_group" "example" {
  name            = "g"
  os_type         = "Linux"
  ip_address_type = "Private"
  container {
    name = "a"
    environment_variables = {
      DB_PASSWORD = "q9Zt4LrVb1XeYw0H"
    }
  }
}

resource "azurerm_logic_app_workflow" "example" {
  name = "w"
  access_control {
    trigger {
      allowed_caller_ip_address_range = ["203.0.113.0/24"]
    }
  }
}

resource "azurerm_linux_web_app" "example" {
  name            = "a"
  service_plan_id = "p"
  https_only      = true
  site_config {
    ip_restriction {
      name       = "office"
      ip_address = "203.0.113.7/32"
    }
  }
}

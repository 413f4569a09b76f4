resource "azurerm_linux_web_app" "example" {
  name            = "a"
  service_plan_id = "p"
  https_only      = true
}

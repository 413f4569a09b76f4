resource "azurerm_linux_function_app" "example" {
  name            = "a"
  service_plan_id = "p"
  https_only      = true
  builtin_logging_enabled = false
}

resource "azurerm_linux_function_app" "example" {
  name            = "a"
  service_plan_id = "p"
  https_only      = true
  functions_extension_version = "~3"
}

resource "azurerm_automation_variable_string" "example" {
  name      = "v"
  value     = "text"
  encrypted = true
}

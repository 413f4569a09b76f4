resource "azurerm_synapse_workspace" "example" {
  name = "w"
  sql_administrator_login_password = "q9Zt4LrVb1XeYw0H"
}

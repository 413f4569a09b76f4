variable "password" {
  sensitive = true
}

resource "azurerm_synapse_workspace" "example" {
  name = "w"
  sql_administrator_login_password = var.password
}

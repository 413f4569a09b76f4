variable "password" {
  sensitive = true
}

resource "azuread_user" "example" {
  user_principal_name = "ada@example.com"
  password            = var.password
}

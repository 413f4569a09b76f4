resource "azuread_user" "example" {
  user_principal_name = "ada@example.com"
  password            = "q9Zt4LrVb1XeYw0H"
}

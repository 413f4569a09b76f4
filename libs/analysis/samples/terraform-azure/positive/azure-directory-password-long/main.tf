resource "azuread_application_password" "example" {
  application_id = "a"
}

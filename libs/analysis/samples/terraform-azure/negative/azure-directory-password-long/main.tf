resource "azuread_application_password" "example" {
  application_id = "a"
  rotate_when_changed = {
    rotation = "r"
  }
}

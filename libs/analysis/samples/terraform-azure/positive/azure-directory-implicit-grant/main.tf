resource "azuread_application" "example" {
  display_name = "app"
  web {
    implicit_grant {
      access_token_issuance_enabled = true
    }
  }
}

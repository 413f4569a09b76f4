resource "azuread_application" "example" {
  display_name = "app"
  web {
    redirect_uris = ["http://app.example.com/callback"]
  }
}

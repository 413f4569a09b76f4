resource "azuread_application" "example" {
  display_name = "app"
  web {
    redirect_uris = ["https://app.example.com/callback"]
  }
}

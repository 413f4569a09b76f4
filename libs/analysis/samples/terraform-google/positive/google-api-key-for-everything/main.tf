resource "google_apikeys_key" "example" {
  name = "k"
}

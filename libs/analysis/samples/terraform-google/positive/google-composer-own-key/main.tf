resource "google_composer_environment" "example" {
  name = "c"
}

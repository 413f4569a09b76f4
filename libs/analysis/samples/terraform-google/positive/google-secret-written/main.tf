resource "google_secret_manager_secret_version" "example" {
  secret      = "s"
  secret_data = "q9Zt4LrVb1XeYw0H"
}

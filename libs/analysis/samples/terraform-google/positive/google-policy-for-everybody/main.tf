data "google_iam_policy" "example" {
  binding {
    role    = "roles/storage.admin"
    members = ["allUsers"]
  }
}

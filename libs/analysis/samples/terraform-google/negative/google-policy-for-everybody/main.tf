data "google_iam_policy" "example" {
  binding {
    role    = "roles/storage.admin"
    members = ["group:admins@example.com"]
  }
}

data "google_iam_policy" "example" {
  binding {
    role    = "roles/logging.viewer"
    members = ["user:ada@example.com"]
  }
}

data "google_iam_policy" "example" {
  binding {
    role    = "roles/editor"
    members = ["user:ada@example.com"]
  }
}

resource "google_project_iam_member" "example" {
  project = "p"
  role    = "roles/logging.viewer"
  member  = "user:ada@example.com"
}

resource "google_project_iam_member" "example" {
  project = "p"
  role    = "roles/editor"
  member  = "user:ada@example.com"
}

resource "google_project_iam_member" "example" {
  project = "p"
  role   = "roles/viewer"
  member = "allUsers"
}

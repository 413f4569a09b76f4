resource "google_notebooks_instance_iam_member" "example" {
  instance_name = "n"
  role   = "roles/notebooks.viewer"
  member = "group:readers@example.com"
}

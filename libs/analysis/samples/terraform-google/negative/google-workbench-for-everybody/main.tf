resource "google_workbench_instance_iam_member" "example" {
  name = "n"
  role   = "roles/notebooks.viewer"
  member = "group:readers@example.com"
}

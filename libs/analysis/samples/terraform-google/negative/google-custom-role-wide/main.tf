resource "google_project_iam_custom_role" "example" {
  role_id     = "r"
  title       = "r"
  permissions = ["resourcemanager.projects.getIamPolicy"]
}

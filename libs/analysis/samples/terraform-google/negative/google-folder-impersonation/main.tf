resource "google_folder_iam_member" "example" {
  folder = "f"
  role   = "roles/logging.viewer"
  member = "user:ada@example.com"
}

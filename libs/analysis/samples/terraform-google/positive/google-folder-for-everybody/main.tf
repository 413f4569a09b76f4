resource "google_folder_iam_member" "example" {
  folder = "f"
  role   = "roles/viewer"
  member = "allUsers"
}

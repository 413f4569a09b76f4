resource "google_storage_managed_folder_iam_member" "example" {
  bucket         = "b"
  managed_folder = "f/"
  role   = "roles/storage.objectViewer"
  member = "group:readers@example.com"
}

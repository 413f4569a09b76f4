resource "google_storage_bucket_iam_member" "example" {
  bucket = "b"
  role   = "roles/storage.objectViewer"
  member = "user:ada@example.com"
}

resource "google_storage_bucket_iam_member" "example" {
  bucket = "b"
  role   = "roles/editor"
  member = "user:ada@example.com"
}

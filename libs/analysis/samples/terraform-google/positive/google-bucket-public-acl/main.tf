resource "google_storage_bucket_access_control" "example" {
  bucket = "b"
  role   = "READER"
  entity = "allUsers"
}

resource "google_storage_bucket_acl" "example" {
  bucket         = "b"
  predefined_acl = "publicRead"
}

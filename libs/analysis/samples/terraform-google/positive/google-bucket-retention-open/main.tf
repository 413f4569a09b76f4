resource "google_storage_bucket" "example" {
  name                        = "b"
  location                    = "EU"
  uniform_bucket_level_access = true
  public_access_prevention    = "enforced"
  retention_policy {
    retention_period = 31536000
  }
}

resource "google_logging_project_bucket_config" "example" {
  location       = "global"
  bucket_id      = "audit"
  retention_days = 90
}

resource "google_logging_project_bucket_config" "example" {
  project        = "p"
  location       = "global"
  bucket_id      = "_Default"
  retention_days = 90
}

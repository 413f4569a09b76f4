resource "google_project_iam_audit_config" "example" {
  project = "p"
  service = "allServices"
  audit_log_config {
    log_type = "DATA_READ"
  }
}

resource "google_dataproc_job_iam_member" "example" {
  job_id = "j"
  role   = "roles/dataproc.viewer"
  member = "group:readers@example.com"
}

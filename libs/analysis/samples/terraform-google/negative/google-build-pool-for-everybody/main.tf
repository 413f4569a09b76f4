resource "google_cloudbuildv2_connection_iam_member" "example" {
  name = "c"
  role   = "roles/cloudbuild.connectionViewer"
  member = "group:readers@example.com"
}

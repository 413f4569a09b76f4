resource "google_project_iam_member" "example" {
  project = "p"
  role    = "roles/storage.admin"
  member  = "serviceAccount:123456789012-compute@developer.gserviceaccount.com"
}

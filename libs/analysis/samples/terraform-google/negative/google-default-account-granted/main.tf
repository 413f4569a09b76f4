resource "google_project_iam_member" "example" {
  project = "p"
  role    = "roles/storage.admin"
  member  = "serviceAccount:app@p.iam.gserviceaccount.com"
}

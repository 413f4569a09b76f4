resource "google_project_iam_member" "example" {
  project = "p"
  role    = "roles/iam.serviceAccountTokenCreator"
  member  = "user:ada@example.com"
}

resource "google_secret_manager_secret_iam_member" "example" {
  secret_id = "s"
  role   = "roles/secretmanager.secretAccessor"
  member = "group:readers@example.com"
}

resource "google_service_account_iam_member" "example" {
  service_account_id = "a"
  role   = "roles/iam.serviceAccountTokenCreator"
  member = "allUsers"
}

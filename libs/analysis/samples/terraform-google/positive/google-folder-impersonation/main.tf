resource "google_folder_iam_member" "example" {
  folder = "f"
  role   = "roles/iam.serviceAccountTokenCreator"
  member = "user:ada@example.com"
}

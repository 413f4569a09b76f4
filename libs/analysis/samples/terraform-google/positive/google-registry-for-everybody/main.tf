resource "google_artifact_registry_repository_iam_member" "example" {
  repository = "r"
  role   = "roles/artifactregistry.reader"
  member = "allUsers"
}

resource "google_artifact_registry_repository" "example" {
  repository_id = "r"
  format        = "DOCKER"
  vulnerability_scanning_config {
    enablement_config = "DISABLED"
  }
}

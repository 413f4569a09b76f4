resource "google_compute_project_metadata" "example" {
  metadata = {
    team = "apps"
  }
}

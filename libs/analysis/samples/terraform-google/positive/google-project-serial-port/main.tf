resource "google_compute_project_metadata_item" "example" {
  key   = "serial-port-enable"
  value = "TRUE"
}

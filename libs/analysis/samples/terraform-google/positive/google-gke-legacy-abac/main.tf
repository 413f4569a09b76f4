resource "google_container_cluster" "example" {
  name     = "k"
  location = "europe-west1"
  enable_legacy_abac = true
}

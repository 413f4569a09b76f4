resource "google_container_cluster" "example" {
  name     = "k"
  location = "europe-west1"
  logging_config {
    enable_components = []
  }
}

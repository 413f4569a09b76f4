resource "google_container_cluster" "example" {
  name     = "k"
  location = "europe-west1"
  enable_shielded_nodes = false
}

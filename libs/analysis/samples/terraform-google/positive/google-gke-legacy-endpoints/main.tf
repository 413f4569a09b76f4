resource "google_container_cluster" "example" {
  name = "n"
  node_config {
    metadata = {
      disable-legacy-endpoints = "false"
    }
  }
}

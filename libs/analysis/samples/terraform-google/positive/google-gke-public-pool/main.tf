resource "google_container_node_pool" "example" {
  name    = "n"
  cluster = "k"
  network_config {
    enable_private_nodes = false
  }
}

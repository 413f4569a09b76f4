resource "google_container_node_pool" "example" {
  cluster = "k"
  management {
    auto_upgrade = false
  }
}

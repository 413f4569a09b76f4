resource "google_container_node_pool" "example" {
  name = "n"
  management {
    auto_repair  = false
    auto_upgrade = true
  }
}

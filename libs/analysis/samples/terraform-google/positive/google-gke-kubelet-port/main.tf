resource "google_container_node_pool" "example" {
  name    = "n"
  cluster = "k"
  node_config {
    kubelet_config {
      insecure_kubelet_readonly_port_enabled = "TRUE"
    }
  }
}

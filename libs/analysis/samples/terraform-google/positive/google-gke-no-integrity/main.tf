resource "google_container_cluster" "example" {
  name = "n"
  node_config {
    shielded_instance_config {
      enable_integrity_monitoring = false
    }
  }
}

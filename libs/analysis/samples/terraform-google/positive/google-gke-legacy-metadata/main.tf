resource "google_container_cluster" "example" {
  name = "n"
  node_config {
    workload_metadata_config {
      mode = "GCE_METADATA"
    }
  }
}

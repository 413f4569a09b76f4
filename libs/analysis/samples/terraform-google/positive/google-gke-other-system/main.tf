resource "google_container_cluster" "example" {
  name = "n"
  node_config {
    image_type = "UBUNTU_CONTAINERD"
  }
}

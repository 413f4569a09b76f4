resource "google_container_cluster" "example" {
  name     = "k"
  location = "europe-west1"
  master_authorized_networks_config {
    cidr_blocks {
      cidr_block = "0.0.0.0/0"
    }
  }
}

resource "google_container_node_pool" "example" {
  name    = "n"
  cluster = "k"
}

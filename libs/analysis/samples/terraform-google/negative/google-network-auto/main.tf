resource "google_compute_network" "example" {
  name                    = "n"
  auto_create_subnetworks = false
}

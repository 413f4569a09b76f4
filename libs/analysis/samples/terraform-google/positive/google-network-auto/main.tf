resource "google_compute_network" "example" {
  name = "n"
}

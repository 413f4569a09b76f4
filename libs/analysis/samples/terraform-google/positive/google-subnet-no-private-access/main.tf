resource "google_compute_subnetwork" "example" {
  name          = "s"
  network       = "n"
  ip_cidr_range = "10.0.0.0/20"
}

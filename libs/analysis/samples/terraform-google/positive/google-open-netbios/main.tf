resource "google_compute_firewall" "example" {
  name          = "f"
  network       = "n"
  source_ranges = ["0.0.0.0/0"]
  allow {
    protocol = "tcp"
    ports    = ["135"]
  }
}

resource "google_compute_firewall" "example" {
  name               = "f"
  network            = "n"
  direction          = "EGRESS"
  destination_ranges = ["0.0.0.0/0"]
  allow {
    protocol = "all"
  }
}

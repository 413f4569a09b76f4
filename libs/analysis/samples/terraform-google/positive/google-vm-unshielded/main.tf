resource "google_compute_instance" "example" {
  name         = "vm"
  machine_type = "e2-micro"
  zone         = "europe-west1-b"
  shielded_instance_config {
    enable_secure_boot = true
    enable_vtpm        = false
  }
}

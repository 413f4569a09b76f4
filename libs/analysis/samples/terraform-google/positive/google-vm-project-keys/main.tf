resource "google_compute_instance" "example" {
  name         = "vm"
  machine_type = "e2-micro"
  zone         = "europe-west1-b"
}

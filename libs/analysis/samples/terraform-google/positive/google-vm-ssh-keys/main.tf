resource "google_compute_instance" "example" {
  name         = "vm"
  machine_type = "e2-micro"
  zone         = "europe-west1-b"
  metadata = {
    ssh-keys = "ada:ssh-ed25519 AAAA ada"
  }
}

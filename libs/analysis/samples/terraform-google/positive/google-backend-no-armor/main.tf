resource "google_compute_backend_service" "example" {
  name = "b"
  log_config {
    enable = true
  }
}

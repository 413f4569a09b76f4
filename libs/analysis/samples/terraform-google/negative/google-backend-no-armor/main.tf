resource "google_compute_backend_service" "example" {
  name            = "b"
  security_policy = "s"
  log_config {
    enable = true
  }
}

resource "google_compute_ssl_policy" "example" {
  name            = "p"
  min_tls_version = "TLS_1_2"
}

resource "google_compute_ssl_policy" "example" {
  name    = "p"
  profile = "MODERN"
}

resource "google_compute_target_https_proxy" "example" {
  name             = "p"
  url_map          = "u"
  ssl_certificates = ["c"]
}

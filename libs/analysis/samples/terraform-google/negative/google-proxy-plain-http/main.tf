resource "google_compute_url_map" "site" {
  name = "u"
  default_url_redirect {
    https_redirect = true
    strip_query    = false
  }
}

resource "google_compute_target_http_proxy" "example" {
  name    = "p"
  url_map = google_compute_url_map.site.id
}

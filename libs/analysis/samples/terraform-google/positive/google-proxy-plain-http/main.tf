resource "google_compute_url_map" "site" {
  name            = "u"
  default_service = "s"
}

resource "google_compute_target_http_proxy" "example" {
  name    = "p"
  url_map = google_compute_url_map.site.id
}

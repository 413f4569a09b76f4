resource "google_app_engine_standard_app_version" "example" {
  service = "default"
  runtime = "nodejs22"
  handlers {
    url_regex      = ".*"
    security_level = "SECURE_OPTIONAL"
  }
}

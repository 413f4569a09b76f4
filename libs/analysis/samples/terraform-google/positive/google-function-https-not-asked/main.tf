resource "google_cloudfunctions_function" "example" {
  name         = "f"
  runtime      = "nodejs22"
  trigger_http = true
}

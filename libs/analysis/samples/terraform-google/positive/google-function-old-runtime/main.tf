resource "google_cloudfunctions_function" "example" {
  name    = "f"
  runtime = "python37"
}

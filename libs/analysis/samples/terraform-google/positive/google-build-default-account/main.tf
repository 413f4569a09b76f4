resource "google_cloudbuild_trigger" "example" {
  name     = "t"
  filename = "cloudbuild.yaml"
}

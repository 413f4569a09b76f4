resource "google_cloud_run_v2_service" "example" {
  name     = "s"
  location = "europe-west1"
}

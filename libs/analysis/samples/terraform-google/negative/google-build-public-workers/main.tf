resource "google_cloudbuild_worker_pool" "example" {
  name     = "w"
  location = "europe-west1"
  worker_config {
    no_external_ip = true
  }
}

resource "google_cloudbuild_worker_pool" "example" {
  name     = "w"
  location = "europe-west1"
}

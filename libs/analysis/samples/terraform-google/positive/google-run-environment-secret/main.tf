resource "google_cloud_run_v2_service" "example" {
  name     = "s"
  location = "europe-west1"
  template {
    containers {
      image = "i"
      env {
        name  = "DB_PASSWORD"
        value = "q9Zt4LrVb1XeYw0H"
      }
    }
  }
}

resource "google_container_cluster" "example" {
  name     = "k"
  location = "europe-west1"
  master_auth {
    username = "admin"
    password = "q9Zt4LrVb1XeYw0H"
  }
}

resource "google_container_cluster" "example" {
  name     = "k"
  location = "europe-west1"
  master_auth {
    username = "admin"
    password = random_password.k.result
  }
}

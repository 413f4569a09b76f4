resource "google_container_cluster" "example" {
  name     = "k"
  location = "europe-west1"
  master_auth {
    client_certificate_config {
      issue_client_certificate = true
    }
  }
}

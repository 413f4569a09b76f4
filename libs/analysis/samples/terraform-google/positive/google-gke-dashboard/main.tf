resource "google_container_cluster" "example" {
  name     = "k"
  location = "europe-west1"
  addons_config {
    kubernetes_dashboard {
      disabled = false
    }
  }
}

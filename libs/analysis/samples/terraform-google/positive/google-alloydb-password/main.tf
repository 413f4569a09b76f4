resource "google_alloydb_cluster" "example" {
  cluster_id = "c"
  location   = "europe-west1"
  initial_user {
    password = "q9Zt4LrVb1XeYw0H"
  }
}

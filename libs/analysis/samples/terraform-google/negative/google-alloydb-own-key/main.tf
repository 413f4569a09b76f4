resource "google_alloydb_cluster" "example" {
  cluster_id = "c"
  location   = "europe-west1"
  encryption_config {
    kms_key_name = "k"
  }
}

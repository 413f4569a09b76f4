resource "google_alloydb_cluster" "example" {
  cluster_id = "c"
  location   = "europe-west1"
  automated_backup_policy {
    enabled = false
  }
}

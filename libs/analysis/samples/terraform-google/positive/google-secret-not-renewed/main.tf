resource "google_secret_manager_secret" "example" {
  secret_id = "s"
  replication {
    auto {}
  }
}

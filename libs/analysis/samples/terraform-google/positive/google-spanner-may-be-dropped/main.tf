resource "google_spanner_database" "example" {
  instance = "i"
  name     = "d"
}

resource "google_spanner_database_iam_member" "example" {
  instance = "i"
  database = "d"
  role   = "roles/spanner.databaseReader"
  member = "allUsers"
}

resource "google_spanner_instance_iam_member" "example" {
  instance = "s"
  role   = "roles/spanner.databaseReader"
  member = "allUsers"
}

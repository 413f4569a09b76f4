resource "google_bigtable_instance_iam_member" "example" {
  instance = "b"
  role   = "roles/bigtable.reader"
  member = "allUsers"
}

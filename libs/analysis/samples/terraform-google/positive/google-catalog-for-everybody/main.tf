resource "google_data_catalog_entry_group_iam_member" "example" {
  entry_group = "g"
  role   = "roles/viewer"
  member = "allUsers"
}

resource "google_organization_iam_member" "example" {
  org_id = "o"
  role   = "roles/viewer"
  member = "allUsers"
}

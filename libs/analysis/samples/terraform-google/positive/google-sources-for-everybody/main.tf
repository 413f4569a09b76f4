resource "google_sourcerepo_repository_iam_member" "example" {
  repository = "r"
  role   = "roles/viewer"
  member = "allUsers"
}

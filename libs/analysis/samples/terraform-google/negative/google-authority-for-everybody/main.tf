resource "google_privateca_ca_pool_iam_member" "example" {
  ca_pool = "p"
  role   = "roles/privateca.certificateRequester"
  member = "group:readers@example.com"
}

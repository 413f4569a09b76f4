resource "google_iap_web_iam_member" "example" {
  project = "p"
  role   = "roles/iap.httpsResourceAccessor"
  member = "group:readers@example.com"
}

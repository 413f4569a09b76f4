resource "google_dns_managed_zone_iam_member" "example" {
  managed_zone = "z"
  role   = "roles/dns.admin"
  member = "group:readers@example.com"
}

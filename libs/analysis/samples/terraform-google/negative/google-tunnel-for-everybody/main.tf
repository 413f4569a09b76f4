resource "google_iap_tunnel_instance_iam_member" "example" {
  instance = "vm"
  role   = "roles/iap.tunnelResourceAccessor"
  member = "group:readers@example.com"
}

resource "google_iap_tunnel_instance_iam_member" "example" {
  instance = "vm"
  role   = "roles/iap.tunnelResourceAccessor"
  member = "allUsers"
}

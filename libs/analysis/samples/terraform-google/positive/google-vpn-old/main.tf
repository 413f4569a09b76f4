resource "google_compute_vpn_tunnel" "example" {
  name        = "v"
  peer_ip     = "203.0.113.7"
  ike_version = 1
}

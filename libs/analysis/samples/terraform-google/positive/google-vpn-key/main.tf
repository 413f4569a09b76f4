resource "google_compute_vpn_tunnel" "example" {
  name          = "v"
  peer_ip       = "203.0.113.7"
  shared_secret = "q9Zt4LrVb1XeYw0H"
}

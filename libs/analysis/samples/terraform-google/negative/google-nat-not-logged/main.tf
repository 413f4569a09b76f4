resource "google_compute_router_nat" "example" {
  name                               = "n"
  router                             = "r"
  source_subnetwork_ip_ranges_to_nat = "ALL_SUBNETWORKS_ALL_IP_RANGES"
  log_config {
    enable = true
  }
}

resource "google_app_engine_firewall_rule" "example" {
  project      = "p"
  priority     = 1000
  action       = "ALLOW"
  source_range = "*"
}

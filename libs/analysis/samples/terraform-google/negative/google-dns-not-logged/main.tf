resource "google_dns_policy" "example" {
  name = "p"
  enable_logging = true
}

resource "google_dns_policy" "example" {
  name = "p"
}

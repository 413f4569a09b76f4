resource "google_dns_managed_zone" "example" {
  name     = "z"
  dns_name = "example.com."
}

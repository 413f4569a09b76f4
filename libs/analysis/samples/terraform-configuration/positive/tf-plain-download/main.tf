data "http" "example" {
  url = "http://example.com/networks.json"
}

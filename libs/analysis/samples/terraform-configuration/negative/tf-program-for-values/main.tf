data "http" "example" {
  url = "https://example.com/networks.json"
}

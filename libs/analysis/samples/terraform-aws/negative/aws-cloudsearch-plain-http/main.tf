resource "aws_cloudsearch_domain" "example" {
  name = "d"
  endpoint_options {
    enforce_https = true
  }
}

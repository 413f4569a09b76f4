resource "aws_opensearch_domain" "example" {
  domain_name = "d"
  encrypt_at_rest {
    enabled = true
  }
}

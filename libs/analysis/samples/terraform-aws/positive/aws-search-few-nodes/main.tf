resource "aws_opensearch_domain" "example" {
  domain_name = "d"
  encrypt_at_rest {
    enabled = true
  }
  node_to_node_encryption {
    enabled = true
  }
}

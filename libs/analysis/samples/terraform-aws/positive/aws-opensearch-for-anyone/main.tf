resource "aws_opensearch_domain" "example" {
  domain_name = "s"
  access_policies = jsonencode({
    Statement = [{
      Effect    = "Allow"
      Principal = { AWS = "*" }
      Action    = "es:*"
      Resource  = "*"
    }]
  })
}

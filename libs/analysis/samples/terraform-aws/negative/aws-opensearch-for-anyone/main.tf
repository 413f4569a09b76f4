resource "aws_opensearch_domain_policy" "example" {
  domain_name = "s"
  access_policies = jsonencode({
    Statement = [{
      Effect    = "Allow"
      Principal = { AWS = "arn:aws:iam::111122223333:role/app" }
      Action    = "es:*"
      Resource  = "*"
    }]
  })
}

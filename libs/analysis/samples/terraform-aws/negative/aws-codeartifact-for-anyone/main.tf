resource "aws_codeartifact_domain_permissions_policy" "example" {
  policy_document = jsonencode({
    Statement = [{
      Effect    = "Allow"
      Principal = { AWS = "arn:aws:iam::111122223333:root" }
      Action    = "codeartifact:ReadFromRepository"
      Resource  = "*"
    }]
  })
}

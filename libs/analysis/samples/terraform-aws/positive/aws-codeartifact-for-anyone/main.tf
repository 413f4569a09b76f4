resource "aws_codeartifact_domain_permissions_policy" "example" {
  policy_document = jsonencode({
    Statement = [{
      Effect    = "Allow"
      Principal = "*"
      Action    = "codeartifact:ReadFromRepository"
      Resource  = "*"
    }]
  })
}

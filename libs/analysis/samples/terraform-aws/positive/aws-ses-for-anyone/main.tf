resource "aws_ses_identity_policy" "example" {
  identity = "example.com"
  policy = jsonencode({
    Statement = [{
      Effect    = "Allow"
      Principal = "*"
      Action    = "ses:SendEmail"
      Resource  = "*"
    }]
  })
}

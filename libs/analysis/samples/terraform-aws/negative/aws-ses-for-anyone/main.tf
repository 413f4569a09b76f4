resource "aws_ses_identity_policy" "example" {
  identity = "example.com"
  policy = jsonencode({
    Statement = [{
      Effect    = "Allow"
      Principal = { AWS = "arn:aws:iam::111122223333:root" }
      Action    = "ses:SendEmail"
      Resource  = "*"
    }]
  })
}

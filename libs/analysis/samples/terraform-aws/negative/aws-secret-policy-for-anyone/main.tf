resource "aws_secretsmanager_secret_policy" "example" {
  secret_arn = "arn"
  policy = jsonencode({
    Statement = [{
      Effect    = "Allow"
      Principal = { AWS = "arn:aws:iam::111122223333:role/app" }
      Action    = "secretsmanager:GetSecretValue"
      Resource  = "*"
    }]
  })
}

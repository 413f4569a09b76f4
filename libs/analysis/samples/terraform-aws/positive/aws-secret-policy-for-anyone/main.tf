resource "aws_secretsmanager_secret_policy" "example" {
  secret_arn = "arn"
  policy = jsonencode({
    Statement = [{
      Effect    = "Allow"
      Principal = "*"
      Action    = "secretsmanager:GetSecretValue"
      Resource  = "*"
    }]
  })
}

resource "aws_kms_key" "example" {
  enable_key_rotation = true
  policy = jsonencode({
    Statement = [{
      Effect    = "Allow"
      Principal = { AWS = "*" }
      Action    = "kms:*"
      Resource  = "*"
    }]
  })
}

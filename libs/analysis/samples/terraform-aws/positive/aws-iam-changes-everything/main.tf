resource "aws_iam_policy" "example" {
  name = "app"
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect   = "Allow"
      Action   = "s3:DeleteObject"
      Resource = "*"
    }]
  })
}

resource "aws_iam_policy" "example" {
  name = "app"
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect   = "Allow"
      Action   = "iam:PassRole"
      Resource = "arn:aws:iam::111122223333:role/app"
    }]
  })
}

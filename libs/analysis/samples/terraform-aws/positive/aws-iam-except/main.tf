resource "aws_iam_policy" "example" {
  name = "app"
  policy = jsonencode({
    Statement = [{
      Effect    = "Allow"
      NotAction = "iam:*"
      Resource  = "*"
    }]
  })
}

resource "aws_iot_policy" "example" {
  name   = "p"
  policy = jsonencode({
    Statement = [{
      Effect   = "Allow"
      Action   = "iot:*"
      Resource = "*"
    }]
  })
}

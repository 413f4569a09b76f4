resource "aws_iot_policy" "example" {
  name   = "p"
  policy = jsonencode({
    Statement = [{
      Effect   = "Allow"
      Action   = "iot:Connect"
      Resource = "arn:aws:iot:eu-west-1:111122223333:client/one"
    }]
  })
}

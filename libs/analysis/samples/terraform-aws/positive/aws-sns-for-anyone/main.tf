resource "aws_sns_topic_policy" "example" {
  arn = "arn"
  policy = jsonencode({
    Statement = [{
      Effect    = "Allow"
      Principal = "*"
      Action    = "sns:Publish"
      Resource  = "*"
    }]
  })
}

resource "aws_sns_topic_policy" "example" {
  arn = "arn"
  policy = jsonencode({
    Statement = [{
      Effect    = "Allow"
      Principal = { AWS = "arn:aws:iam::111122223333:root" }
      Action    = "sns:Publish"
      Resource  = "*"
    }]
  })
}

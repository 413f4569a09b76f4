resource "aws_sqs_queue_policy" "example" {
  queue_url = "q"
  policy = jsonencode({
    Statement = [{
      Effect    = "Allow"
      Principal = { AWS = "arn:aws:iam::111122223333:root" }
      Action    = "sqs:*"
      Resource  = "*"
    }]
  })
}

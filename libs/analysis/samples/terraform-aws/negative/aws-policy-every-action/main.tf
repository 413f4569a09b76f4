resource "aws_s3_bucket_policy" "example" {
  queue_url = "q"
  policy = jsonencode({
    Statement = [{
      Effect    = "Allow"
      Principal = { AWS = "arn:aws:iam::111122223333:root" }
      Action    = "sqs:SendMessage"
      Resource  = "arn:aws:sqs:eu-west-1:111122223333:q"
    }]
  })
}

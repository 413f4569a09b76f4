resource "aws_sqs_queue_policy" "example" {
  queue_url = "q"
  policy = jsonencode({
    Statement = [{
      Effect    = "Allow"
      Principal = "*"
      Action    = "sqs:*"
      Resource  = "*"
    }]
  })
}

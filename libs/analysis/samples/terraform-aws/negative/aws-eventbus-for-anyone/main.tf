resource "aws_cloudwatch_event_bus_policy" "example" {
  event_bus_name = "b"
  policy = jsonencode({
    Statement = [{
      Effect    = "Allow"
      Principal = { AWS = "arn:aws:iam::111122223333:root" }
      Action    = "events:PutEvents"
      Resource  = "*"
    }]
  })
}

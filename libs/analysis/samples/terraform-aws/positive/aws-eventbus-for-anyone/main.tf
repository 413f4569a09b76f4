resource "aws_cloudwatch_event_bus_policy" "example" {
  event_bus_name = "b"
  policy = jsonencode({
    Statement = [{
      Effect    = "Allow"
      Principal = "*"
      Action    = "events:PutEvents"
      Resource  = "*"
    }]
  })
}

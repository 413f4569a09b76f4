resource "aws_cloudwatch_log_resource_policy" "example" {
  policy_document = jsonencode({
    Statement = [{
      Effect    = "Allow"
      Principal = "*"
      Action    = "logs:PutLogEvents"
      Resource  = "*"
    }]
  })
}

resource "aws_cloudwatch_log_resource_policy" "example" {
  policy_document = jsonencode({
    Statement = [{
      Effect    = "Allow"
      Principal = { AWS = "arn:aws:iam::111122223333:root" }
      Action    = "logs:PutLogEvents"
      Resource  = "*"
    }]
  })
}

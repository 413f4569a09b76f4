resource "aws_glue_resource_policy" "example" {
  policy = jsonencode({
    Statement = [{
      Effect    = "Allow"
      Principal = { AWS = "arn:aws:iam::111122223333:root" }
      Action    = "glue:*"
      Resource  = "*"
    }]
  })
}

resource "aws_glue_resource_policy" "example" {
  policy = jsonencode({
    Statement = [{
      Effect    = "Allow"
      Principal = "*"
      Action    = "glue:*"
      Resource  = "*"
    }]
  })
}

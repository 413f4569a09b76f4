resource "aws_ecr_repository_policy" "example" {
  repository = "app"
  policy = jsonencode({
    Statement = [{
      Effect    = "Allow"
      Principal = "*"
      Action    = "ecr:BatchGetImage"
      Resource  = "*"
    }]
  })
}

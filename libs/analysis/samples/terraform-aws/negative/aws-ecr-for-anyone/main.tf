resource "aws_ecr_repository_policy" "example" {
  repository = "app"
  policy = jsonencode({
    Statement = [{
      Effect    = "Allow"
      Principal = { AWS = "arn:aws:iam::111122223333:root" }
      Action    = "ecr:BatchGetImage"
      Resource  = "*"
    }]
  })
}

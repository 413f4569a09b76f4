resource "aws_efs_file_system_policy" "example" {
  file_system_id = "fs-1"
  policy = jsonencode({
    Statement = [{
      Effect    = "Allow"
      Principal = { AWS = "arn:aws:iam::111122223333:role/app" }
      Action    = "elasticfilesystem:ClientMount"
    }]
  })
}

resource "aws_efs_file_system_policy" "example" {
  file_system_id = "fs-1"
  policy = jsonencode({
    Statement = [{
      Effect    = "Allow"
      Principal = { AWS = "*" }
      Action    = "elasticfilesystem:ClientMount"
    }]
  })
}

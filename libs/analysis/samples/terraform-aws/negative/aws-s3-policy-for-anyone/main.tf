resource "aws_s3_bucket_policy" "example" {
  bucket = "reports"
  policy = jsonencode({
    Statement = [{
      Effect    = "Allow"
      Principal = { AWS = "arn:aws:iam::111122223333:root" }
      Action    = "s3:GetObject"
      Resource  = "arn:aws:s3:::reports/*"
    }]
  })
}

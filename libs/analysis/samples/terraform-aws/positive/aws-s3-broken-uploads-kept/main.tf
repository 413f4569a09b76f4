resource "aws_s3_bucket_lifecycle_configuration" "example" {
  bucket = "reports"
  rule {
    id     = "old"
    status = "Enabled"
    expiration {
      days = 365
    }
  }
}

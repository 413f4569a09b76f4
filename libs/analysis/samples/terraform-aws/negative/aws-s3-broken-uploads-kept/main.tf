resource "aws_s3_bucket_lifecycle_configuration" "example" {
  bucket = "reports"
  rule {
    id     = "old"
    status = "Enabled"
    abort_incomplete_multipart_upload {
      days_after_initiation = 7
    }
  }
}

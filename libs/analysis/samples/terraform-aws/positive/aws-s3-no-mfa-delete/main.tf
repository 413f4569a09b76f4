resource "aws_s3_bucket_versioning" "example" {
  bucket = "reports"
  versioning_configuration {
    status = "Enabled"
  }
}

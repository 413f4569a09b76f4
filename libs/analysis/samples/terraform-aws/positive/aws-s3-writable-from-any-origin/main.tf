resource "aws_s3_bucket_cors_configuration" "example" {
  bucket = "reports"
  cors_rule {
    allowed_methods = ["PUT"]
    allowed_origins = ["*"]
  }
}

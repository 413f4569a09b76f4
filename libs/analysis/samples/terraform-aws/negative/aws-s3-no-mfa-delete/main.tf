resource "aws_s3_bucket_versioning" "example" {
  bucket = "reports"
  mfa    = "serial 123456"
  versioning_configuration {
    status     = "Enabled"
    mfa_delete = "Enabled"
  }
}

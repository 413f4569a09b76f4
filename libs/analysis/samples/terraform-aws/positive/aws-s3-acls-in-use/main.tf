resource "aws_s3_bucket_ownership_controls" "example" {
  bucket = "reports"
  rule {
    object_ownership = "BucketOwnerPreferred"
  }
}

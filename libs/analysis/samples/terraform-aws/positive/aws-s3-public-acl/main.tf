resource "aws_s3_bucket_acl" "example" {
  bucket = "reports"
  acl    = "public-read"
}

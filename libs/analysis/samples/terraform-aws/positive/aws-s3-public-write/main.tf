resource "aws_s3_bucket_acl" "example" {
  bucket = "uploads"
  acl    = "public-read-write"
}

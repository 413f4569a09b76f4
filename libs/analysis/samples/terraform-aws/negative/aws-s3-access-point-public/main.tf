resource "aws_s3_access_point" "example" {
  bucket = "reports"
  name   = "a"
}

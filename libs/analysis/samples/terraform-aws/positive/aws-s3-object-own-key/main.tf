resource "aws_s3_object" "example" {
  bucket = "reports"
  key    = "a"
}

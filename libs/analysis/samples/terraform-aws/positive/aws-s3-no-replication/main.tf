resource "aws_s3_bucket" "example" {
  bucket = "reports"
}

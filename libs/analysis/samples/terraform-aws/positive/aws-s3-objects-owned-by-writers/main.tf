resource "aws_s3_bucket" "example" {
  bucket = "reports"
}

resource "aws_s3_bucket_ownership_controls" "example" {
  bucket = aws_s3_bucket.example.id
  rule {
    object_ownership = "ObjectWriter"
  }
}

resource "aws_cloudfront_distribution" "example" {
  enabled = true
}

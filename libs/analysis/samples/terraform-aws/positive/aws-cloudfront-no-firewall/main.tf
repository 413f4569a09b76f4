resource "aws_cloudfront_distribution" "example" {
  comment = "web"
}

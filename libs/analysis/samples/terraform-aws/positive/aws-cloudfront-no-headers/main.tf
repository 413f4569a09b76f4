resource "aws_cloudfront_distribution" "example" {
  default_cache_behavior {
    target_origin_id       = "o"
    viewer_protocol_policy = "https-only"
  }
}

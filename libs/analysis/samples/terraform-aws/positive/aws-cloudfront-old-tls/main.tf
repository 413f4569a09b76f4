resource "aws_cloudfront_distribution" "example" {
  viewer_certificate {
    acm_certificate_arn      = "arn"
    ssl_support_method       = "sni-only"
    minimum_protocol_version = "TLSv1"
  }
}

resource "aws_cloudfront_distribution" "example" {
  default_cache_behavior {
    target_origin_id       = "o"
    viewer_protocol_policy = "https-only"
  }
  origin {
    domain_name = "app.example.com"
    origin_id   = "o"
    custom_origin_config {
      origin_protocol_policy = "https-only"
      origin_ssl_protocols   = ["TLSv1"]
    }
  }
}

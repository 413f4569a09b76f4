resource "aws_cloudfront_distribution" "example" {
  origin {
    origin_id   = "a"
    domain_name = "a.example.com"
    custom_origin_config {
      http_port              = 80
      https_port             = 443
      origin_protocol_policy = "http-only"
      origin_ssl_protocols   = ["TLSv1.2"]
    }
  }
}

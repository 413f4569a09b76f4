resource "aws_cloudfront_response_headers_policy" "example" {
  name = "h"
  security_headers_config {
    strict_transport_security {
      access_control_max_age_sec = 31536000
    }
  }
}

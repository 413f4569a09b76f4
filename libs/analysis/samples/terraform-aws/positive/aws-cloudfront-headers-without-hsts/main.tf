resource "aws_cloudfront_response_headers_policy" "example" {
  name = "h"
}

resource "aws_acm_certificate" "example" {
  domain_name = "*.example.com"
}

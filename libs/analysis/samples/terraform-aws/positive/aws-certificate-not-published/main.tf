resource "aws_acm_certificate" "example" {
  domain_name       = "app.example.com"
  validation_method = "DNS"
  options {
    certificate_transparency_logging_preference = "DISABLED"
  }
}

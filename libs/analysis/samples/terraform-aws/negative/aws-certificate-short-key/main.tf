resource "aws_acm_certificate" "example" {
  domain_name   = "app.example.com"
  key_algorithm = "EC_prime256v1"
}

resource "aws_acm_certificate" "example" {
  domain_name   = "app.example.com"
  key_algorithm = "RSA_1024"
}

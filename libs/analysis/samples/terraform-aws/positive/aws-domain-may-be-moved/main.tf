resource "aws_route53domains_registered_domain" "example" {
  domain_name   = "example.com"
  transfer_lock = false
}

resource "aws_route53_resolver_firewall_config" "example" {
  resource_id        = "vpc-1"
  firewall_fail_open = "DISABLED"
}

resource "aws_route53_zone" "example" {
  name = "example.com"
}

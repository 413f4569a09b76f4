resource "aws_default_security_group" "example" {
  vpc_id = "vpc-1"
}

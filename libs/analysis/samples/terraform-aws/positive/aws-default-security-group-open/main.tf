resource "aws_default_security_group" "example" {
  vpc_id = "vpc-1"
  ingress {
    protocol  = "-1"
    self      = true
    from_port = 0
    to_port   = 0
  }
}

resource "aws_network_acl" "example" {
  vpc_id = "vpc-1"
  ingress {
    action     = "allow"
    rule_no    = 100
    protocol   = "tcp"
    from_port  = 22
    to_port    = 22
    cidr_block = "0.0.0.0/0"
  }
}

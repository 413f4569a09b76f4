resource "aws_network_acl" "example" {
  vpc_id = "vpc-1"
  ingress {
    action     = "allow"
    rule_no    = 100
    protocol   = "-1"
    from_port  = 0
    to_port    = 0
    cidr_block = "0.0.0.0/0"
  }
}

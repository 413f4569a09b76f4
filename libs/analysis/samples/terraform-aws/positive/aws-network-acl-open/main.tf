resource "aws_network_acl_rule" "example" {
  network_acl_id = "acl-1"
  rule_number    = 100
  rule_action    = "allow"
  protocol       = "tcp"
  from_port      = 22
  to_port        = 22
  cidr_block     = "0.0.0.0/0"
}

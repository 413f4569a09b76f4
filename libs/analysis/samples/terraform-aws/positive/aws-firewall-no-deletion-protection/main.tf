resource "aws_networkfirewall_firewall" "example" {
  name                = "f"
  firewall_policy_arn = "arn"
  vpc_id              = "vpc-1"
}

resource "aws_networkfirewall_firewall" "example" {
  name = "f"
}

resource "aws_networkfirewall_firewall" "example" {
  subnet_mapping {
    subnet_id = "subnet-1"
  }
}

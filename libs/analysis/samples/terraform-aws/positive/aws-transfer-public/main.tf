resource "aws_transfer_server" "example" {
  security_policy_name = "TransferSecurityPolicy-2024-01"
}

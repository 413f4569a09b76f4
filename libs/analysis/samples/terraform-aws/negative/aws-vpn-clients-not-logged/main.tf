resource "aws_ec2_client_vpn_endpoint" "example" {
  server_certificate_arn = "arn"
  client_cidr_block      = "10.1.0.0/16"
  connection_log_options {
    enabled = true
  }
}

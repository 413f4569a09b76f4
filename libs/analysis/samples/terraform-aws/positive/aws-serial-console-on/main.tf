resource "aws_ec2_serial_console_access" "example" {
  enabled = true
}

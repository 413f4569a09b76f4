resource "aws_ec2_transit_gateway" "example" {
  description                    = "t"
  auto_accept_shared_attachments = "disable"
}

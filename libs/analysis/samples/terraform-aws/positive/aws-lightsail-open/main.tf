resource "aws_lightsail_instance_public_ports" "example" {
  instance_name = "i"
  port_info {
    protocol  = "tcp"
    from_port = 22
    to_port   = 22
  }
}

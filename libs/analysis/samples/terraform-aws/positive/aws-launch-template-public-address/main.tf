resource "aws_launch_template" "example" {
  network_interfaces {
    associate_public_ip_address = true
  }
}

resource "aws_spot_fleet_request" "example" {
  launch_specification {
    root_block_device {
      encrypted = true
    }
  }
}

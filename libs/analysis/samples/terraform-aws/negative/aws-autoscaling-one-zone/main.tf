resource "aws_autoscaling_group" "example" {
  vpc_zone_identifier = ["subnet-1", "subnet-2"]
}

resource "aws_autoscaling_group" "example" {
  launch_configuration = "a"
}

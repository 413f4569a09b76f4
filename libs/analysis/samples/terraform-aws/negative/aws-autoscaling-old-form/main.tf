resource "aws_autoscaling_group" "example" {
  launch_template {
    id = "a"
  }
}

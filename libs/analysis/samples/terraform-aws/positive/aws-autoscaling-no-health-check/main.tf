resource "aws_autoscaling_group" "example" {
  target_group_arns = ["arn"]
}

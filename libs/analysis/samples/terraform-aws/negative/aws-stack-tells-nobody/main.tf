resource "aws_cloudformation_stack" "example" {
  name              = "s"
  notification_arns = ["arn"]
}

resource "aws_cloudwatch_log_group" "example" {
  name = "l"
}

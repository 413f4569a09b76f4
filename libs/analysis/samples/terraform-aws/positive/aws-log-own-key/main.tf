resource "aws_cloudwatch_log_group" "example" {
  name              = "l"
  retention_in_days = 365
}

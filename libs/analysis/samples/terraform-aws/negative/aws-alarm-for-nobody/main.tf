resource "aws_cloudwatch_metric_alarm" "example" {
  alarm_name    = "a"
  alarm_actions = ["arn"]
}

resource "aws_cloudwatch_metric_alarm" "example" {
  alarm_name          = "a"
  comparison_operator = "GreaterThanThreshold"
  evaluation_periods  = 1
  alarm_actions       = ["arn"]
  actions_enabled     = false
}

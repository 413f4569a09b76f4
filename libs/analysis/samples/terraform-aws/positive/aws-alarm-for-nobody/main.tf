resource "aws_cloudwatch_metric_alarm" "example" {
  alarm_name = "a"
}

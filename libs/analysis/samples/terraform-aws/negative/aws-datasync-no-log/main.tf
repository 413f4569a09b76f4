resource "aws_datasync_task" "example" {
  source_location_arn      = "arn"
  destination_location_arn = "arn"
  cloudwatch_log_group_arn = "arn:aws:logs:eu-west-1:111122223333:log-group:t"
}

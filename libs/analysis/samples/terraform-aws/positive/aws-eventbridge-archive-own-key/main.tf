resource "aws_cloudwatch_event_archive" "example" {
  name             = "a"
  event_source_arn = "arn"
}

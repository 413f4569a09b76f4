resource "aws_datasync_task" "example" {
  source_location_arn      = "arn"
  destination_location_arn = "arn"
}

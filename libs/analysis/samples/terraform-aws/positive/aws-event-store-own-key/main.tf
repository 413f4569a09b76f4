resource "aws_cloudtrail_event_data_store" "example" {
  name = "e"
}

resource "aws_cloudtrail_event_data_store" "example" {
  name                           = "e"
  termination_protection_enabled = false
}

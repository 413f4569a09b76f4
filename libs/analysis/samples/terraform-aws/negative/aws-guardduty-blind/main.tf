resource "aws_guardduty_detector_feature" "example" {
  detector_id = "d"
  name        = "S3_DATA_EVENTS"
  status      = "ENABLED"
}

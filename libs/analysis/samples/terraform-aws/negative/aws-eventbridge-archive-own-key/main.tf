resource "aws_cloudwatch_event_archive" "example" {
  name               = "a"
  event_source_arn   = "arn"
  kms_key_identifier = "arn:aws:kms:eu-west-1:111122223333:key/abcd"
}

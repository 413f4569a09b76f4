resource "aws_cloudwatch_event_bus" "example" {
  name               = "b"
  kms_key_identifier = "arn:aws:kms:eu-west-1:111122223333:key/abcd"
}

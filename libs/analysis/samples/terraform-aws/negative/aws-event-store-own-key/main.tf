resource "aws_cloudtrail_event_data_store" "example" {
  name       = "e"
  kms_key_id = "arn:aws:kms:eu-west-1:111122223333:key/abcd"
}

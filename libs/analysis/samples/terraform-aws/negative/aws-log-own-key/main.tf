resource "aws_cloudwatch_log_group" "example" {
  name              = "l"
  retention_in_days = 365
  kms_key_id        = "arn:aws:kms:eu-west-1:111122223333:key/abcd"
}

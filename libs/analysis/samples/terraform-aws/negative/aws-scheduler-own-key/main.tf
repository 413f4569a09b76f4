resource "aws_scheduler_schedule" "example" {
  schedule_expression = "rate(1 hour)"
  kms_key_arn         = "arn:aws:kms:eu-west-1:111122223333:key/abcd"
}

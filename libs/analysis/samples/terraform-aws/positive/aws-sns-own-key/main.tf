resource "aws_sns_topic" "example" {
  name              = "t"
  kms_master_key_id = "alias/aws/sns"
}

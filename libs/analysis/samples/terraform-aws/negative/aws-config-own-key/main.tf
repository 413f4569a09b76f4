resource "aws_config_delivery_channel" "example" {
  s3_bucket_name = "logs"
  s3_kms_key_arn = "arn:aws:kms:eu-west-1:111122223333:key/abcd"
}

resource "aws_ssm_resource_data_sync" "example" {
  s3_destination {
    bucket_name = "b"
    kms_key_arn = "arn:aws:kms:eu-west-1:111122223333:key/abcd"
  }
}

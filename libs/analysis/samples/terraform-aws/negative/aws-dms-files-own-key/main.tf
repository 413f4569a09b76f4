resource "aws_dms_s3_endpoint" "example" {
  endpoint_id                       = "e"
  endpoint_type                     = "target"
  bucket_name                       = "b"
  server_side_encryption_kms_key_id = "arn:aws:kms:eu-west-1:111122223333:key/abcd"
}

resource "aws_connect_instance_storage_config" "example" {
  storage_config {
    storage_type = "S3"
    s3_config {
      bucket_name   = "b"
      bucket_prefix = "p"
      encryption_config {
        encryption_type = "KMS"
        key_id          = "arn:aws:kms:eu-west-1:111122223333:key/abcd"
      }
    }
  }
}

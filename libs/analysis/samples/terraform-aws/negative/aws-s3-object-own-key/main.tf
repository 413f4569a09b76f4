resource "aws_s3_object" "example" {
  bucket     = "reports"
  key        = "a"
  kms_key_id = "arn:aws:kms:eu-west-1:111122223333:key/abcd"
}

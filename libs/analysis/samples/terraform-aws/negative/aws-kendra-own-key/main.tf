resource "aws_kendra_index" "example" {
  name     = "i"
  role_arn = "arn"
  server_side_encryption_configuration {
    kms_key_id = "arn:aws:kms:eu-west-1:111122223333:key/abcd"
  }
}

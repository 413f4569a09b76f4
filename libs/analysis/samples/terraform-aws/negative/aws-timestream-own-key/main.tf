resource "aws_timestreamwrite_database" "example" {
  database_name = "m"
  kms_key_id    = "arn:aws:kms:eu-west-1:111122223333:key/abcd"
}

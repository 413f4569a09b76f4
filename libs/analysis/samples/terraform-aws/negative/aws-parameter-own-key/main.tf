resource "aws_ssm_parameter" "example" {
  name   = "/app/db/login"
  type   = "SecureString"
  value  = "x"
  key_id = "arn:aws:kms:eu-west-1:111122223333:key/abcd"
}

resource "aws_pipes_pipe" "example" {
  name               = "p"
  role_arn           = "arn"
  source             = "arn"
  target             = "arn"
  kms_key_identifier = "arn:aws:kms:eu-west-1:111122223333:key/abcd"
}

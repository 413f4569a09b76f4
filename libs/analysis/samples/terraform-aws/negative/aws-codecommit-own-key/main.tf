resource "aws_codecommit_repository" "example" {
  repository_name = "r"
  kms_key_id      = "arn:aws:kms:eu-west-1:111122223333:key/abcd"
}

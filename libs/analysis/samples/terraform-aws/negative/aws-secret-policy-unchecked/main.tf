resource "aws_secretsmanager_secret_policy" "example" {
  secret_arn          = "arn"
  block_public_policy = true
}

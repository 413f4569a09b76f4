resource "aws_secretsmanager_secret_policy" "example" {
  secret_arn = "arn"
}

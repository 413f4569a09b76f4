resource "aws_secretsmanager_secret" "example" {
  name = "s"
}

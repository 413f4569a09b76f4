resource "aws_secretsmanager_secret_rotation" "example" {
  secret_id = "s"
  rotation_rules {
    automatically_after_days = 91
  }
}

resource "aws_secretsmanager_secret" "example" {
  name                    = "db"
  recovery_window_in_days = 0
}

resource "aws_secretsmanager_secret_version" "example" {
  secret_id     = "db"
  secret_string = "q9Zt4LrVb1XeYw0H"
}

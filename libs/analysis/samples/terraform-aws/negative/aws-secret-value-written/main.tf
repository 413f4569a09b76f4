resource "random_password" "db" {
  length = 32
}

resource "aws_secretsmanager_secret_version" "example" {
  secret_id     = "db"
  secret_string = random_password.db.result
}

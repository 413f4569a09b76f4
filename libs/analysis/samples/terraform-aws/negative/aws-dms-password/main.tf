resource "random_password" "db" {
  length = 32
}

resource "aws_dms_endpoint" "example" {
  endpoint_id   = "a"
  endpoint_type = "source"
  engine_name   = "postgres"
  ssl_mode      = "require"
  password = random_password.db.result
}

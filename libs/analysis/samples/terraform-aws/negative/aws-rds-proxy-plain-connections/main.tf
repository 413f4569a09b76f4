resource "aws_db_proxy" "example" {
  name          = "p"
  engine_family = "POSTGRESQL"
  require_tls   = true
}

resource "aws_db_parameter_group" "example" {
  name   = "p"
  family = "postgres14"
  parameter {
    name  = "rds.force_ssl"
    value = "1"
  }
}

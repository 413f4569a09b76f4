resource "aws_db_parameter_group" "example" {
  family = "postgres16"
  parameter {
    name  = "rds.force_ssl"
    value = "0"
  }
}

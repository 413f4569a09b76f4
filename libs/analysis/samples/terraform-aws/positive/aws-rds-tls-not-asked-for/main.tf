resource "aws_db_parameter_group" "example" {
  name   = "p"
  family = "postgres14"

}

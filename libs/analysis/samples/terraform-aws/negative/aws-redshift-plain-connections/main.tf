resource "aws_redshift_parameter_group" "example" {
  family = "redshift-1.0"
  name   = "p"
  parameter {
    name  = "require_ssl"
    value = "true"
  }
}

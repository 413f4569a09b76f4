resource "aws_redshift_parameter_group" "example" {
  name   = "p"
  family = "redshift-1.0"
}

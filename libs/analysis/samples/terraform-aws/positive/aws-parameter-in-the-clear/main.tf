resource "aws_ssm_parameter" "example" {
  name  = "/app/db/password"
  type  = "String"
  value = var.password
}

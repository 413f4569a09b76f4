resource "aws_ssm_parameter" "example" {
  name  = "/app/db/login"
  type  = "SecureString"
  value = "x"
}

resource "aws_mwaa_environment" "example" {
  name = "a"
}

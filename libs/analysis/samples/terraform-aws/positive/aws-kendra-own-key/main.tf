resource "aws_kendra_index" "example" {
  name     = "i"
  role_arn = "arn"
}

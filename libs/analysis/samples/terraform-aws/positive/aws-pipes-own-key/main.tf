resource "aws_pipes_pipe" "example" {
  name     = "p"
  role_arn = "arn"
  source   = "arn"
  target   = "arn"
}

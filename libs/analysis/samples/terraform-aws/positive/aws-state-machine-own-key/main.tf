resource "aws_sfn_state_machine" "example" {
  name     = "m"
  role_arn = "arn"
}

resource "aws_cognito_user_pool" "example" {
  name = "p"
}

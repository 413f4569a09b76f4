resource "aws_cognito_user_pool" "example" {
  name = "users"
  password_policy {
    minimum_length = 6
  }
}

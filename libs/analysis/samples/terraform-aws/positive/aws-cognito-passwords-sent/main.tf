resource "aws_cognito_user_pool_client" "example" {
  explicit_auth_flows = ["ALLOW_USER_PASSWORD_AUTH"]
}

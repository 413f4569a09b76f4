resource "aws_cognito_user_pool_client" "example" {
  allowed_oauth_flows = ["implicit"]
}

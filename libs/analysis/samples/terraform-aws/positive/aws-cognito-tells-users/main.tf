resource "aws_cognito_user_pool_client" "example" {
  name         = "c"
  user_pool_id = "p"
}

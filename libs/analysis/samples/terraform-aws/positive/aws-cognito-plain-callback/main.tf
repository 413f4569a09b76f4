resource "aws_cognito_user_pool_client" "example" {
  callback_urls = ["http://app.example.com/back"]
}

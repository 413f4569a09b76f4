resource "aws_cognito_identity_pool" "example" {
  identity_pool_name               = "users"
  allow_unauthenticated_identities = true
}

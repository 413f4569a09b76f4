resource "aws_cognito_identity_pool" "example" {
  identity_pool_name = "p"
  allow_classic_flow = false
}

resource "aws_appsync_graphql_api" "example" {
  name                = "g"
  authentication_type = "AWS_IAM"
}

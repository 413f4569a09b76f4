resource "aws_appsync_graphql_api" "example" {
  name = "g"
}

resource "aws_apigatewayv2_route" "example" {
  api_id    = "a"
  route_key = "GET /orders"
}

resource "aws_api_gateway_method" "example" {
  rest_api_id          = "r"
  resource_id          = "s"
  http_method          = "POST"
  request_validator_id = "v"
}

resource "aws_api_gateway_stage" "example" {
  rest_api_id   = "a"
  deployment_id = "b"
  stage_name    = "live"
}

resource "aws_api_gateway_stage" "example" {
  stage_name = "live"
}

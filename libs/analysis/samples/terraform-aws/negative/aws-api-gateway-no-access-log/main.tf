resource "aws_api_gateway_stage" "example" {
  rest_api_id   = "a"
  deployment_id = "b"
  stage_name    = "live"
  access_log_settings {
    destination_arn = "arn"
    format          = "$context.requestId"
  }
}

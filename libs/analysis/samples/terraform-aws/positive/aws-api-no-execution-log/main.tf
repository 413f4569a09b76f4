resource "aws_api_gateway_method_settings" "example" {
  rest_api_id = "r"
  stage_name  = "live"
  method_path = "*/*"
}

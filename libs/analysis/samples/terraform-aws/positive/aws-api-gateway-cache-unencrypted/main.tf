resource "aws_api_gateway_method_settings" "example" {
  rest_api_id = "a"
  stage_name  = "live"
  method_path = "*/*"
  settings {
    caching_enabled = true
  }
}

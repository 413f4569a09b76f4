resource "aws_apigatewayv2_api" "example" {
  name          = "a"
  protocol_type = "HTTP"
  cors_configuration {
    allow_origins = ["https://app.example.com"]
  }
}

resource "aws_api_gateway_rest_api_policy" "example" {
  rest_api_id = "a"
  policy = jsonencode({
    Statement = [{
      Effect    = "Allow"
      Principal = "*"
      Action    = "execute-api:Invoke"
      Resource  = "*"
    }]
  })
}

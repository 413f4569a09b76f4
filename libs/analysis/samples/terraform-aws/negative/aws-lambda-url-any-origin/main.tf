resource "aws_lambda_function_url" "example" {
  function_name      = "f"
  authorization_type = "AWS_IAM"
  cors {
    allow_origins = ["https://app.example.com"]
  }
}

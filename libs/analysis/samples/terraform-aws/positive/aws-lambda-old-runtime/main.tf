resource "aws_lambda_function" "example" {
  function_name = "f"
  role          = "arn"
  runtime       = "nodejs18.x"
}

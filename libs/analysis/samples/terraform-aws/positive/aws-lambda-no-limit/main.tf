resource "aws_lambda_function" "example" {
  function_name = "f"
}

resource "aws_lambda_function" "example" {
  function_name = "f"
  role          = "arn"
  environment {
    variables = {
      DB_PASSWORD = "q9Zt4LrVb1XeYw0H"
    }
  }
}

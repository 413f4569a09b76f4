resource "aws_lambda_function" "example" {
  environment {
    variables = {
      MODE = "live"
    }
  }
}

resource "aws_lambda_permission" "example" {
  function_name = "f"
  action        = "lambda:InvokeFunction"
  principal     = "*"
}

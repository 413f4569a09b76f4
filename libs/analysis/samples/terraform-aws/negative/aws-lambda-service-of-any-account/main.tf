resource "aws_lambda_permission" "example" {
  function_name = "f"
  action        = "lambda:InvokeFunction"
  principal     = "s3.amazonaws.com"
  source_arn    = "arn:aws:s3:::reports"
}

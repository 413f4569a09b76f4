resource "aws_sagemaker_model" "example" {
  execution_role_arn = "arn"
}

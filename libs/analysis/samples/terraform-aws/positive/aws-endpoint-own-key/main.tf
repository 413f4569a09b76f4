resource "aws_sagemaker_endpoint_configuration" "example" {
  name = "e"
}

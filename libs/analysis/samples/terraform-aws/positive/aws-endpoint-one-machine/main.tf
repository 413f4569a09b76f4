resource "aws_sagemaker_endpoint_configuration" "example" {
  production_variants {
    model_name             = "m"
    initial_instance_count = 1
  }
}

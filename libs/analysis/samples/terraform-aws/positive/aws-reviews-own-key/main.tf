resource "aws_sagemaker_flow_definition" "example" {
  flow_definition_name = "f"
}

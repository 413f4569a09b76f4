resource "aws_sagemaker_flow_definition" "example" {
  flow_definition_name = "f"
  output_config {
    kms_key_id = "arn:aws:kms:eu-west-1:111122223333:key/abcd"
  }
}

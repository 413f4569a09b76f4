resource "aws_bedrock_custom_model" "example" {
  custom_model_name = "m"
}

resource "aws_bedrock_custom_model" "example" {
  custom_model_name       = "m"
  custom_model_kms_key_id = "arn:aws:kms:eu-west-1:111122223333:key/abcd"
}

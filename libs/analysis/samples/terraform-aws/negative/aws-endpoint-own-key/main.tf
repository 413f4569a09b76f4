resource "aws_sagemaker_endpoint_configuration" "example" {
  name        = "e"
  kms_key_arn = "arn:aws:kms:eu-west-1:111122223333:key/abcd"
}

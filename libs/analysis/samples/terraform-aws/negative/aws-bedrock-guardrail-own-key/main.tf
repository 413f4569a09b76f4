resource "aws_bedrock_guardrail" "example" {
  name        = "g"
  kms_key_arn = "arn:aws:kms:eu-west-1:111122223333:key/abcd"
}

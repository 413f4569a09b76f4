resource "aws_appflow_flow" "example" {
  name    = "f"
  kms_arn = "arn:aws:kms:eu-west-1:111122223333:key/abcd"
}

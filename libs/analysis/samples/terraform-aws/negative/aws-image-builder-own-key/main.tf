resource "aws_imagebuilder_component" "example" {
  name       = "c"
  platform   = "Linux"
  version    = "1.0.0"
  kms_key_id = "arn:aws:kms:eu-west-1:111122223333:key/abcd"
}

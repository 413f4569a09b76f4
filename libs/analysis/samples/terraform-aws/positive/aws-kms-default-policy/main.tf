resource "aws_kms_key" "example" {
  enable_key_rotation = true
}

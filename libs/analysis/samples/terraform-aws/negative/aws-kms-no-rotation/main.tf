resource "aws_kms_key" "example" {
  description         = "data"
  enable_key_rotation = true
}

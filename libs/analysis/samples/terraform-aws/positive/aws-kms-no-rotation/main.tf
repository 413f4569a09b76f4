resource "aws_kms_key" "example" {
  description = "data"
}

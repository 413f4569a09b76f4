resource "aws_xray_encryption_config" "example" {
  type = "NONE"
}

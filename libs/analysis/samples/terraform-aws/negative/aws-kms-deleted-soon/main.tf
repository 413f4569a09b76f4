resource "aws_kms_key" "example" {
  enable_key_rotation     = true
  deletion_window_in_days = 30
}

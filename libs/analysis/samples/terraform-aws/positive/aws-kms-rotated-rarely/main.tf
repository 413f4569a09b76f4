resource "aws_kms_key" "example" {
  enable_key_rotation     = true
  rotation_period_in_days = 366
}

resource "aws_kms_key" "example" {
  enable_key_rotation                = true
  bypass_policy_lockout_safety_check = true
}

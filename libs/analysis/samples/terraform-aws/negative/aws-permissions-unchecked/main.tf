resource "aws_verifiedpermissions_policy_store" "example" {
  validation_settings {
    mode = "STRICT"
  }
}

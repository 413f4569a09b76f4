resource "aws_config_configuration_recorder" "example" {
  role_arn = "arn"
  recording_group {
    all_supported = false
  }
}

resource "aws_config_configuration_recorder_status" "example" {
  name       = "r"
  is_enabled = false
}

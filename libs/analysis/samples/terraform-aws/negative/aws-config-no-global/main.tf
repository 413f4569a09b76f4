resource "aws_config_configuration_recorder" "example" {
  name = "r"
  recording_group {
    include_global_resource_types = true
  }
}

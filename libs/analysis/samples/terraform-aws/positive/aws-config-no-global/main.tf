resource "aws_config_configuration_recorder" "example" {
  name = "r"
}

resource "aws_globalaccelerator_accelerator" "example" {
  name = "a"
  attributes {
    flow_logs_enabled = true
  }
}

resource "aws_globalaccelerator_accelerator" "example" {
  name = "a"
}

resource "aws_imagebuilder_component" "example" {
  name     = "c"
  platform = "Linux"
  version  = "1.0.0"
}

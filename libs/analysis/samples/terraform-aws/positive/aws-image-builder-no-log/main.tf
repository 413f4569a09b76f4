resource "aws_imagebuilder_infrastructure_configuration" "example" {
  name                  = "i"
  instance_profile_name = "p"
}

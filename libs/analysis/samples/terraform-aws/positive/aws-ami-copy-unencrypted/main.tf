resource "aws_ami_copy" "example" {
  name              = "a"
  source_ami_id     = "ami-1"
  source_ami_region = "eu-west-1"
}

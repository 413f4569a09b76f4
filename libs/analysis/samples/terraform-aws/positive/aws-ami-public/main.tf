resource "aws_ami_launch_permission" "example" {
  image_id = "ami-1"
  group    = "all"
}

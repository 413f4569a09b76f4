resource "aws_ami_launch_permission" "example" {
  image_id   = "ami-1"
  account_id = "111122223333"
}

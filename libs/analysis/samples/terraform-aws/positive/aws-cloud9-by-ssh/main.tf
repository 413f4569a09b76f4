resource "aws_cloud9_environment_ec2" "example" {
  name          = "w"
  instance_type = "t3.small"
}

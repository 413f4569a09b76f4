resource "aws_ebs_volume" "example" {
  availability_zone = "eu-west-1a"
  size              = 10
  encrypted         = true
}

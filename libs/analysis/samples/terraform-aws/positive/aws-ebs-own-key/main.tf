resource "aws_ebs_volume" "example" {
  availability_zone = "eu-west-1a"
  encrypted         = true
}

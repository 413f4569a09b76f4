resource "aws_ami" "example" {
  name = "a"
  ebs_block_device {
    encrypted = false
  }
}

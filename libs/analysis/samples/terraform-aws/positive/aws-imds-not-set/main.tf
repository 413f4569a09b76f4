resource "aws_instance" "example" {
  image_id = "ami-1"
}

resource "aws_lb" "example" {
  name = "l"
}

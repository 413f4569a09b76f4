resource "aws_lb" "example" {
  name = "web"
}

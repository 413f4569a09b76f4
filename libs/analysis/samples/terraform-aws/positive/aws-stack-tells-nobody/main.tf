resource "aws_cloudformation_stack" "example" {
  name = "s"
}

resource "aws_lb" "example" {
  drop_invalid_header_fields = true
}

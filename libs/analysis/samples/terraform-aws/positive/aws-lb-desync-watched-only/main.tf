resource "aws_lb" "example" {
  name                   = "l"
  desync_mitigation_mode = "monitor"
}

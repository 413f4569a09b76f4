resource "aws_guardduty_detector" "example" {
  enable = true
}
